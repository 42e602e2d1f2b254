"""client-api/…/accounts, with its sign-in, refresh and password…"""

from datetime import datetime
from decimal import Decimal

import pytest
from django.conf import settings as project
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.records.models import AuditEntry
from tagging.tagators.commands import (
    ChangeTagatorPasswordCommand,
    change_tagator,
    change_tagator_password,
)
from tagging.tests.calls.tagators import STRONGER, WEAK, blocking, fields_of
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import PASSWORD, new_tagator

pytestmark = pytest.mark.django_db


@pytest.fixture
def tagator(db):
    return new_tagator(email="Kim@Example.org", rate_per_task=Decimal("0.15"))


def sign_in(client, email="kim@example.org", password=PASSWORD):
    body = {"email": email, "password": password}
    return client.post("/client-api/api/v2/accounts/signin", body, format="json")


def block(tagator):
    change_tagator(blocking(tagator))


@pytest.mark.parametrize("email", ["kim@example.org", "KIM@example.org"])
def test_gives_tokens_that_open_the_client_api(anybody, tagator, email):
    answer = sign_in(anybody, email)

    found = answer.json()
    anybody.credentials(HTTP_AUTHORIZATION=f"Bearer {found['accessToken']}")
    assert answer.status_code == 200
    assert found["tagator"] == {
        "tagatorId": str(tagator.pk),
        "email": "kim@example.org",
        "name": "Kim",
        "phone": "",
        "state": "Active",
        "ratePerTask": "0.15",
        "ratePerNumber": "0.00",
        "language": "",
    }
    assert datetime.fromisoformat(found["expiresOn"]) > timezone.now()
    assert anybody.get(f"{BASE}/accounts").status_code == 200


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("kim@example.org", "wrong"),
        ("other@example.org", PASSWORD),
        ("root@example.org", PASSWORD),  # a user who is no tagator
    ],
)
def test_with_a_wrong_name_or_password_is_401(anybody, tagator, django_user_model, email, password):
    django_user_model.objects.create_superuser("root@example.org", password=PASSWORD)

    answer = sign_in(anybody, email, password)

    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-failed")


def test_of_a_blocked_tagator_is_403_only_with_the_right_password(anybody, tagator):
    block(tagator)

    right, wrong = sign_in(anybody), sign_in(anybody, password="wrong")

    assert (right.status_code, right.json()["code"]) == (403, "tagator-blocked")
    assert wrong.status_code == 401


def test_is_locked_after_repeated_failures(anybody, tagator, settings):
    settings.AXES_FAILURE_LIMIT = 3
    for _ in range(3):
        sign_in(anybody, password="wrong")

    answer = sign_in(anybody)

    assert (answer.status_code, answer.json()["code"]) == (429, "locked-out")


def test_is_throttled(anybody, tagator, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "1/m"}
    sign_in(anybody)

    assert sign_in(anybody).status_code == 429


@pytest.mark.parametrize("change", ["block", "password"])
def test_refresh_renews_a_token_until_a_block_or_a_new_password(anybody, tagator, change):
    tokens = sign_in(anybody).json()

    def refresh(token: str):
        address = "/client-api/api/v2/accounts/refresh"
        return anybody.post(address, {"refreshToken": token}, format="json")

    answer = refresh(tokens["refreshToken"])
    assert answer.status_code == 200
    assert answer.json()["tagator"]["tagatorId"] == str(tagator.pk)
    assert [refresh(wrong).status_code for wrong in (tokens["accessToken"], "x")] == [401, 401]
    if change == "block":
        block(tagator)
    else:
        change_tagator_password(
            ChangeTagatorPasswordCommand(tagator_id=tagator.pk, password=f"{PASSWORD} two")
        )
    assert refresh(tokens["refreshToken"]).status_code == 401


def test_account_in_an_unknown_time_zone_is_422(tagator):
    assert signed_in(tagator).get(f"{BASE}/accounts?timeZone=Mars/Olympus").status_code == 422


ACCOUNT, OWN_PASSWORD = f"{BASE}/accounts", f"{BASE}/accounts/password"


def change(client, **fields):
    return client.patch(ACCOUNT, fields, format="json")


def change_password(client, password=STRONGER, old=PASSWORD, **headers):
    body = {"oldPassword": old, "password": password}
    return client.post(OWN_PASSWORD, body, format="json", headers=headers)


def rows():
    return AuditEntry.objects.order_by("pk").values_list("actor", "changes")


def test_account_keeps_a_language_with_the_tagger_and_once_in_the_audit(kim):
    client, languages = signed_in(kim), [*dict(project.LANGUAGES), "", ""]

    found = [
        (change(client, language=each).status_code, client.get(ACCOUNT).json()["language"])
        for each in languages
    ]

    assert found == [(200, language) for language in languages]
    assert [changes["language"][1] for _, changes in rows()] == languages[:-1]
    assert {actor for actor, _ in rows()} == {kim.user.username}


def test_password_that_is_new_ends_all_tokens_but_those_of_the_answer(kim, anybody):
    other, here = sign_in(anybody, password=PASSWORD).json(), signed_in(kim)
    body = {"oldPassword": PASSWORD, "password": STRONGER}

    answer = here.post("/client-api/api/v2/accounts/password", body, format="json")

    assert (answer.status_code, answer.json()["tagator"]["name"]) == (200, "Kim")
    assert here.get(ACCOUNT).status_code == 401
    refresh = {"refreshToken": other["refreshToken"]}
    assert anybody.post(f"{ACCOUNT}/refresh", refresh, format="json").status_code == 401
    here.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['accessToken']}")
    assert here.get(ACCOUNT).status_code == 200
    assert [sign_in(anybody, password=each).status_code for each in (PASSWORD, STRONGER)] == [
        401,
        200,
    ]
    assert list(rows()) == [(kim.user.username, {"password": [None, "changed"]})]


def test_password_that_is_not_the_present_one_is_422_and_counts_as_a_failed_sign_in(
    kim, anybody, settings
):
    settings.AXES_FAILURE_LIMIT = 3
    client = signed_in(kim)

    wrong = [change_password(client, old="another") for _ in range(3)]
    locked = [change_password(client), sign_in(anybody, password=PASSWORD)]

    assert [each.status_code for each in wrong] == [422, 422, 429]
    assert fields_of(wrong[0]) == {"oldPassword": "wrong-password"}
    assert {(each.status_code, each.json()["code"]) for each in locked} == {(429, "locked-out")}
    assert User.objects.get(tagator=kim).check_password(PASSWORD)
    assert not AuditEntry.objects.exists()


@WEAK
def test_password_that_is_weak_is_422_and_changes_nothing(kim, password):
    answer = change_password(signed_in(kim), password)

    assert (answer.status_code, fields_of(answer)) == (422, {"password": "weak-password"})
    assert User.objects.get(tagator=kim).check_password(PASSWORD)


def test_password_changes_are_throttled_as_sign_ins_are(kim, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "1/m"}
    client = signed_in(kim)

    assert [change_password(client, "short").status_code for _ in range(2)] == [422, 429]
