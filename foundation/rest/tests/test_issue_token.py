"""`manage.py issue_token` prints an access token for a service."""

from io import StringIO

import jwt
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils.timezone import now
from rest_framework.test import APIClient

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_api")]


def issued(*arguments: str) -> str:
    out = StringIO()
    call_command("issue_token", *arguments, stdout=out)
    return out.getvalue().strip()


def test_the_token_opens_what_the_user_may_for_these_days(anybody: APIClient):
    token = issued("staff-front-end", "--days", "90", "--role", "recognition.manage")

    answer = anybody.get("/admin-api/api/v2/thing", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 200
    lasts = jwt.decode(token, options={"verify_signature": False})["exp"] - now().timestamp()
    assert 89 < lasts / 86400 <= 90


def test_a_user_made_by_it_has_no_password():
    issued("gateway", "--role", "internal.call")

    assert not User.objects.get(username="gateway").has_usable_password()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("unknown",), "no user unknown"),
        (("idle",), "inactive"),
        (("ann", "--days", "0"), "--days"),
        (("ann", "--role", "no.such"), "invalid choice"),
    ],
)
def test_it_refuses_in_one_line(arguments: tuple[str, ...], reason: str):
    User.objects.create_user("ann")
    User.objects.create_user("idle", is_active=False)

    with pytest.raises(CommandError, match=reason):
        issued(*arguments)
