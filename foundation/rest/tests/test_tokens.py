"""Tokens are issued for a name and a password, or by `manage.py issue_token`, and refreshed."""

from datetime import timedelta
from io import StringIO

import jwt
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils.dateparse import parse_datetime
from django.utils.timezone import now
from rest_framework.test import APIClient

from foundation.rest.tokens import OwnAccessToken

TOKEN = "/admin-api/api/v2/token"
ALBUM = "/admin-api/api/v2/albums/00000000-0000-0000-0000-000000000001"
CREDENTIALS = {"username": "ann", "password": "long enough 7"}


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user(**CREDENTIALS)


def refresh(client: APIClient, token: str):
    return client.post(f"{TOKEN}/refresh", {"refreshToken": token}, format="json")


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_a_name_and_its_password_give_tokens(anybody: APIClient, version: str):
    answer = anybody.post(f"/admin-api/api/{version}/token", CREDENTIALS, format="json")

    assert answer.status_code == 200
    assert set(answer.json()) == {"accessToken", "refreshToken", "expiresOn"}
    expires = parse_datetime(answer.json()["expiresOn"])
    assert expires is not None
    assert timedelta() < expires - now() <= timedelta(minutes=30)


@pytest.mark.parametrize("apart", [timedelta(minutes=5), timedelta(minutes=-5)])
def test_a_token_of_a_host_with_another_clock_opens_it(anybody: APIClient, ann: User, apart):
    token = OwnAccessToken.for_user(ann)
    token.set_iat(at_time=now() + apart)
    token.set_exp(from_time=now() + apart, lifetime=timedelta(minutes=1))

    answer = anybody.get(ALBUM, headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 403


def test_a_token_that_was_used_before_expires(anybody: APIClient, ann: User, time_machine):
    headers = {"Authorization": f"Bearer {OwnAccessToken.for_user(ann)}"}

    before = anybody.get(ALBUM, headers=headers)
    time_machine.move_to(now() + timedelta(hours=1))
    after = anybody.get(ALBUM, headers=headers)

    assert (before.status_code, after.status_code) == (403, 401)


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    "wrong", [{"password": "other"}, {"username": "bob"}, {"username": "ann ", "password": "x"}]
)
def test_a_wrong_name_or_password_is_401_and_does_not_say_which(anybody: APIClient, wrong):
    answer = anybody.post(TOKEN, CREDENTIALS | wrong, format="json")

    assert answer.status_code == 401
    assert answer.json()["detail"] == "The name or the password is wrong."


def test_an_inactive_user_is_401(anybody: APIClient, ann: User):
    ann.is_active = False
    ann.save()

    assert anybody.post(TOKEN, CREDENTIALS, format="json").status_code == 401


@pytest.mark.usefixtures("ann")
def test_a_name_is_locked_out_after_repeated_failures(anybody: APIClient, settings):
    settings.AXES_FAILURE_LIMIT = 3
    for _ in range(3):
        last = anybody.post(TOKEN, CREDENTIALS | {"password": "wrong"}, format="json")

    answer = anybody.post(TOKEN, CREDENTIALS, format="json")

    assert (last.status_code, last.json()["code"]) == (429, "locked-out")
    assert (answer.status_code, answer.json()["code"]) == (429, "locked-out")
    assert answer["Content-Type"] == "application/problem+json"
    assert 15 * 60 - 30 < int(answer["Retry-After"]) <= 15 * 60


@pytest.mark.usefixtures("ann")
def test_sign_in_is_throttled(anybody: APIClient, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "2/h"}
    for _ in range(2):
        assert anybody.post(TOKEN, CREDENTIALS, format="json").status_code == 200

    answer = anybody.post(TOKEN, CREDENTIALS, format="json")

    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert 0 < int(answer["Retry-After"]) <= 3600


@pytest.mark.usefixtures("ann")
def test_a_refresh_token_gives_a_new_access_token_and_opens_nothing(anybody: APIClient):
    first = anybody.post(TOKEN, CREDENTIALS, format="json").json()
    headers = {"Authorization": f"Bearer {first['refreshToken']}"}

    answer = refresh(anybody, first["refreshToken"])

    assert answer.status_code == 200
    assert answer.json()["accessToken"] != first["accessToken"]
    assert refresh(anybody, first["accessToken"]).status_code == 401
    assert anybody.get(ALBUM, headers=headers).status_code == 401


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "another hash"}])
def test_a_refresh_token_ends_with_the_user_and_with_the_password(anybody, ann, change):
    first = anybody.post(TOKEN, CREDENTIALS, format="json").json()
    User.objects.filter(pk=ann.pk).update(**change)

    assert refresh(anybody, first["refreshToken"]).status_code == 401


@pytest.mark.parametrize("body", [{}, {"username": "a"}, {"username": "\u2028" * 200}, []])
def test_credentials_of_another_shape_are_422(anybody: APIClient, body):
    assert anybody.post(TOKEN, body, format="json").status_code == 422


def issued(*arguments: str) -> str:
    out = StringIO()
    call_command("issue_token", *arguments, stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db
@pytest.mark.usefixtures("sample_api")
def test_command_the_token_opens_what_the_user_may_for_these_days(anybody: APIClient):
    token = issued("staff-front-end", "--days", "90", "--role", "recognition.manage")

    answer = anybody.get("/admin-api/api/v2/thing", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 200
    lasts = jwt.decode(token, options={"verify_signature": False})["exp"] - now().timestamp()
    assert 89 < lasts / 86400 <= 90
    assert not User.objects.get(username="staff-front-end").has_usable_password()


@pytest.mark.django_db
@pytest.mark.usefixtures("sample_api")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("unknown",), "no user unknown"),
        (("idle",), "inactive"),
        (("ann", "--days", "0"), "--days"),
        (("ann", "--role", "no.such"), "invalid choice"),
    ],
)
def test_command_refuses_in_one_line(arguments: tuple[str, ...], reason: str):
    User.objects.create_user("ann")
    User.objects.create_user("idle", is_active=False)

    with pytest.raises(CommandError, match=reason):
        issued(*arguments)
