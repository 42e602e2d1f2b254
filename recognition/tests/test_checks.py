"""`manage.py check` reports what would fail when a photo or an answer comes …"""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from recognition.checks import (
    check_album_defaults,
    check_amounts,
    check_credentials_keys,
    check_providers,
    check_webhook_secret,
)


def test_check_fails_on_a_wrong_secret_and_hides_it(settings):
    call_command("check", stdout=StringIO())
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = ["whsec_c2VjcmV0", "hidden!"]
    with pytest.raises(SystemCheckError) as failed:
        call_command("check")
    assert "NUMBER_PROVIDER_WEBHOOK_SECRET is not whsec_ followed by a key" in str(failed.value)
    assert "hidden!" not in str(failed.value)


@pytest.mark.parametrize(
    ("secrets", "found"),
    [
        *(
            ([secret], ["recognition.E001"])
            for secret in ("c2VjcmV0", "whsec_", "whsec_=", "whsec_se cret", "whsec_c", "whsec_ü")
        ),
        *(
            (secrets, [])
            for secrets in ([], ["whsec_c2VjcmV0"], ["whsec_c2VjcmU=", "whsec_c2VjcmU"])
        ),
    ],
)
def test_check_reports_a_secret_that_is_no_key(settings, secrets, found):
    settings.NUMBER_PROVIDER_WEBHOOK_SECRETS = secrets
    assert [error.id for error in check_webhook_secret()] == found


@pytest.mark.parametrize("name", ["NUMBER_PROVIDER_URL", "SANDBOX_URL", "LOCAL_FACE_PROVIDER_URL"])
def test_check_reports_a_provider_without_a_scheme(settings: Any, name: str) -> None:
    setattr(settings, name, "vision:8200")

    [error] = check_providers()

    assert error.msg.startswith(f"{name} is no address")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEFAULT_STRATEGY", "number"),
        ("DEFAULT_NORMALIZATION_POLICY", ""),
        ("DEFAULT_START_NUMBER_CAPACITY", 0),
        ("DEFAULT_START_NUMBER_CAPACITY", 10),
    ],
)
def test_check_reports_defaults_that_no_album_can_have(settings, name, value):
    setattr(settings, name, value)

    [error] = check_album_defaults()

    assert error.msg.startswith(f"{name} is {value!r}, not one of ")


@pytest.mark.parametrize("keys", [[], [""], ["key", ""]])
def test_check_reports_a_missing_key_for_credentials(settings: Any, keys: list[str]) -> None:
    settings.CREDENTIALS_KEYS = keys

    assert [error.id for error in check_credentials_keys()] == ["recognition.E005"]


@pytest.mark.parametrize("name", ["IMAGE_MAX_BYTES", "NUMBER_PROVIDER_TIMEOUT"])
def test_check_reports_an_amount_of_0_or_less(settings, name):
    setattr(settings, name, 0)
    [error] = check_amounts()
    assert (error.id, error.msg) == ("recognition.E006", f"{name} is 0, not more than 0.")
    setattr(settings, name, 1)
    settings.CALLBACK_OVERDUE_AFTER = timedelta(seconds=-1)
    [error] = check_amounts()
    assert error.msg.startswith("CALLBACK_OVERDUE_AFTER is ")
