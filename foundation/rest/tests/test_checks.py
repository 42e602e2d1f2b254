"""`manage.py check` reports settings that would fail at a call …"""

from datetime import timedelta
from typing import Any

import pytest

from foundation.rest.checks import (
    check_addresses,
    check_amounts,
    check_erasure_key,
    check_groups,
    check_identity_provider,
    check_log_level,
    check_mail,
    check_reporting,
    check_throttles,
)

PROVIDER = {
    "JWT_JWKS_URL": "https://id.example.org/keys",
    "JWT_ISSUER": "https://id.example.org",
    "JWT_AUDIENCE": "finishline",
}


def test_hashes_of_the_erased_that_depend_on_another_key(settings: Any):
    settings.ERASURE_KEY = ""
    [warning] = check_erasure_key()
    settings.ERASURE_KEY = "of its own"

    assert warning.id == "rest.W001"
    assert check_erasure_key() == []


def test_mails_that_cannot_leave_or_that_the_log_shows(settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "", "Finishline <a@example.org>"
    [unset] = check_mail()
    settings.EMAIL_HOST = "mail.example.org"
    sent = check_mail()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    [printed] = check_mail()
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

    assert (unset.id, unset.msg) == ("rest.W002", "EMAIL_HOST is not set.")
    assert (printed.id, sent, check_mail()) == ("rest.W002", [], [])


def test_nothing_as_the_settings_are():
    checks = (
        check_addresses,
        check_amounts,
        check_groups,
        check_throttles,
        check_identity_provider,
        check_log_level,
        check_reporting,
    )

    assert [error for check in checks for error in check()] == []


@pytest.mark.parametrize(
    "name", ["PUBLIC_URL", "PHOTO_SERVICE_URL", "TAGATOR_SERVICE_URL", "JWT_JWKS_URL"]
)
@pytest.mark.parametrize("value", ["host:80", "//host", "ftp://host", "http://", "http://host:x"])
def test_an_address_without_scheme_host_or_number(settings: Any, name: str, value: str):
    setattr(settings, name, value)

    [error] = check_addresses()

    assert (error.id, error.msg.partition(" ")[0]) == ("rest.E001", name)


@pytest.mark.parametrize("name", ["PUBLIC_URL", "PHOTO_SERVICE_URL"])
def test_a_required_address_that_is_missing(settings: Any, name: str):
    setattr(settings, name, "")

    assert [error.id for error in check_addresses()] == ["rest.E001"]


def test_an_unknown_api_group(settings: Any):
    settings.ENABLED_API_GROUPS = ["admin-api", "admin"]

    [error] = check_groups()

    assert error.msg.startswith("ENABLED_API_GROUPS has 'admin'; there are admin-api, client-api")


def test_no_api_group_at_all(settings: Any):
    settings.ENABLED_API_GROUPS = []

    [error] = check_groups()

    assert error.msg.startswith("ENABLED_API_GROUPS is empty; there are admin-api, client-api")


@pytest.mark.parametrize("rate", ["0/m", "-1/m", "", "30", "30/", "many/m", "30/week", "/m"])
def test_a_rate_that_cannot_be_read(settings: Any, rate: str):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "callback": rate}

    [error] = check_throttles()

    assert error.msg == f"THROTTLE_CALLBACK is {rate!r}, not a rate like 30/m."


@pytest.mark.parametrize("missing", PROVIDER)
def test_an_identity_provider_that_is_set_in_part(settings: Any, missing: str):
    for name, value in {**PROVIDER, missing: ""}.items():
        setattr(settings, name, value)

    [error] = check_identity_provider()

    assert error.msg.endswith(f"belong together; there is no {missing}.")


def test_nothing_of_a_complete_identity_provider(settings: Any):
    for name, value in PROVIDER.items():
        setattr(settings, name, value)

    assert check_identity_provider() == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATA_UPLOAD_MAX_MEMORY_SIZE", -1, "MAX_BODY_BYTES"),
        ("UPLOAD_MAX_BYTES", 0, "MAX_UPLOAD_BYTES"),
        ("AXES_FAILURE_LIMIT", 0, "SIGN_IN_FAILURES"),
        ("TRUSTED_PROXIES", -1, "TRUSTED_PROXIES"),
    ],
)
def test_a_limit_that_refuses_everything(settings: Any, name: str, value: int, said: str):
    setattr(settings, name, value)

    [error] = check_amounts()

    assert (error.id, error.msg.partition(" ")[0]) == ("rest.E005", said)


def test_a_pool_without_a_connection(settings: Any):
    pool = {**settings.DATABASES["default"]["OPTIONS"]["pool"], "max_size": 0}
    options = {**settings.DATABASES["default"]["OPTIONS"], "pool": pool}
    settings.DATABASES = {"default": {**settings.DATABASES["default"], "OPTIONS": options}}

    assert [error.msg for error in check_amounts()] == ["DATABASE_POOL_SIZE is not more than 0."]


@pytest.mark.parametrize("level", ["LOUD", "info", ""])
def test_a_log_level_that_there_is_not(settings: Any, level: str):
    settings.LOG_LEVEL = level

    [error] = check_log_level()

    assert error.msg.startswith(f"LOG_LEVEL is {level!r}, not one of CRITICAL, ")


def test_tokens_that_end_when_they_begin(settings: Any):
    settings.SIMPLE_JWT = {**settings.SIMPLE_JWT, "ACCESS_TOKEN_LIFETIME": timedelta()}

    assert [error.msg for error in check_amounts()] == ["ACCESS_TOKEN_MINUTES is not more than 0."]


@pytest.mark.parametrize(
    "url", ["collector:4318/v1/traces", "ftp://collector/v1/traces", "http://:4318", "http://c:x/"]
)
def test_traces_that_cannot_be_sent(settings: Any, url: str):
    settings.TRACES_URL = url

    [error] = check_reporting()

    assert (error.id, error.msg.partition(" ")[0]) == ("rest.E008", "OTEL_EXPORTER_OTLP_ENDPOINT")


@pytest.mark.parametrize(
    "dsn", ["S3CRET", "https://sentry/7", "https://S3CRET@sentry", "https://S3CRET@sentry:x/7"]
)
def test_errors_that_cannot_be_sent(settings: Any, dsn: str):
    settings.SENTRY_DSN = dsn

    [error] = check_reporting()

    assert (error.id, error.msg.partition(" ")[0]) == ("rest.E008", "SENTRY_DSN")
    assert "S3CRET" not in error.msg


def test_reports_that_are_off_or_can_be_sent(settings: Any):
    settings.TRACES_URL, settings.SENTRY_DSN = "", ""
    assert check_reporting() == []

    settings.TRACES_URL = "http://collector:4318/v1/traces"
    settings.SENTRY_DSN = "https://key@sentry.example.org/7"
    assert check_reporting() == []
