"""`manage.py check` reports settings that would fail at a call …"""

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
    checks = {*(check for check, *_ in WRONG), check_throttles, check_identity_provider}

    assert [error for check in checks for error in check()] == []


NO_ADDRESS = ["host:80", "//host", "ftp://host", "http://", "http://host:x"]
RATES = ["0/m", "-1/m", "", "30", "30/", "many/m", "30/week", "/m"]
DSNS = ["S3CRET", "https://sentry/7", "https://S3CRET@sentry", "https://S3CRET@sentry:x/7"]
NO_COLLECTOR = [
    "collector:4318/v1/traces", "ftp://collector/v1/traces", "http://:4318", "http://c:x/",
]  # fmt: skip
URLS = ("PUBLIC_URL", "PHOTO_SERVICE_URL", "TAGATOR_SERVICE_URL", "JWT_JWKS_URL")
GROUPS = "there are admin-api, client-api"
WRONG: list[Any] = [
    *((check_addresses, url, value, "E001", url) for url in URLS for value in NO_ADDRESS),
    *((check_addresses, url, "", "E001", url) for url in URLS[:2]),
    (check_groups, "ENABLED_API_GROUPS", ["admin-api", "admin"], "E002",
     f"ENABLED_API_GROUPS has 'admin'; {GROUPS}"),
    (check_groups, "ENABLED_API_GROUPS", [], "E002", f"ENABLED_API_GROUPS is empty; {GROUPS}"),
    (check_amounts, "TRUSTED_PROXIES", -1, "E005", "TRUSTED_PROXIES"),
    *((check_log_level, "LOG_LEVEL", level, "", f"LOG_LEVEL is {level!r}, not one of CRITICAL, ")
      for level in ("LOUD", "info", "")),
    *((check_reporting, "TRACES_URL", url, "E008", "OTEL_EXPORTER_OTLP_ENDPOINT ")
      for url in NO_COLLECTOR),
    *((check_reporting, "SENTRY_DSN", dsn, "E008", "SENTRY_DSN ") for dsn in DSNS),
]  # fmt: skip


@pytest.mark.parametrize(("check", "name", "value", "number", "says"), WRONG)
def test_a_setting_that_would_fail_at_a_call(settings, check, name, value, number, says):
    setattr(settings, name, value)

    [error] = check()

    assert error.msg.startswith(says)
    assert error.id.endswith(number)
    assert "S3CRET" not in error.msg


@pytest.mark.parametrize("rate", RATES)
def test_a_rate_that_cannot_be_read(settings: Any, rate: str):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "tagger": rate}

    [error] = check_throttles()

    assert error.msg == f"THROTTLE_TAGGER is {rate!r}, not a rate like 30/m."


@pytest.mark.parametrize("missing", [*PROVIDER, ""])
def test_an_identity_provider_that_is_set_in_part(settings: Any, missing: str):
    for name, value in PROVIDER.items():
        setattr(settings, name, "" if name == missing else value)

    wrong = [error.msg.partition("; ")[2] for error in check_identity_provider()]

    assert wrong == ([f"there is no {missing}."] if missing else [])


def test_a_pool_without_a_connection(settings: Any):
    pool = {**settings.DATABASES["default"]["OPTIONS"]["pool"], "max_size": 0}
    options = {**settings.DATABASES["default"]["OPTIONS"], "pool": pool}
    settings.DATABASES = {"default": {**settings.DATABASES["default"], "OPTIONS": options}}

    assert [error.msg for error in check_amounts()] == ["DATABASE_POOL_SIZE is not more than 0."]


def test_reports_that_are_off_or_can_be_sent(settings: Any):
    settings.TRACES_URL, settings.SENTRY_DSN = "", ""
    assert check_reporting() == []

    settings.TRACES_URL = "http://collector:4318/v1/traces"
    settings.SENTRY_DSN = "https://key@sentry.example.org/7"
    assert check_reporting() == []
