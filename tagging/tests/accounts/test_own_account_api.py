"""PATCH client-api/…/accounts, and POST accounts/password…"""

import pytest
from django.conf import settings as project
from django.contrib.auth.models import User

from foundation.records.models import AuditEntry
from tagging.tests.calls.tagators import STRONGER, WEAK, fields_of
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

ACCOUNT, OWN_PASSWORD = f"{BASE}/accounts", f"{BASE}/accounts/password"


def change(client, **fields):
    return client.patch(ACCOUNT, fields, format="json")


def change_password(client, password=STRONGER, old=PASSWORD, **headers):
    body = {"oldPassword": old, "password": password}
    return client.post(OWN_PASSWORD, body, format="json", headers=headers)


def sign_in(client, password):
    body = {"email": "kim@example.org", "password": password}
    return client.post(f"{BASE}/accounts/signin", body, format="json")


def rows():
    return AuditEntry.objects.order_by("pk").values_list("actor", "changes")


def test_a_language_is_kept_with_the_tagger_and_once_in_the_audit(kim):
    client, languages = signed_in(kim), [*dict(project.LANGUAGES), "", ""]

    found = [
        (change(client, language=each).status_code, client.get(ACCOUNT).json()["language"])
        for each in languages
    ]

    assert found == [(200, language) for language in languages]
    assert [changes["language"][1] for _, changes in rows()] == languages[:-1]
    assert {actor for actor, _ in rows()} == {kim.user.username}


def test_a_new_password_ends_all_tokens_but_those_of_the_answer(kim, anybody):
    other, here = sign_in(anybody, PASSWORD).json(), signed_in(kim)
    body = {"oldPassword": PASSWORD, "password": STRONGER}

    answer = here.post("/client-api/api/v2/accounts/password", body, format="json")

    assert (answer.status_code, answer.json()["tagator"]["name"]) == (200, "Kim")
    assert here.get(ACCOUNT).status_code == 401
    refresh = {"refreshToken": other["refreshToken"]}
    assert anybody.post(f"{ACCOUNT}/refresh", refresh, format="json").status_code == 401
    here.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['accessToken']}")
    assert here.get(ACCOUNT).status_code == 200
    assert [sign_in(anybody, each).status_code for each in (PASSWORD, STRONGER)] == [401, 200]
    assert list(rows()) == [(kim.user.username, {"password": [None, "changed"]})]


def test_a_wrong_present_password_is_422_and_counts_as_a_failed_sign_in(kim, anybody, settings):
    settings.AXES_FAILURE_LIMIT = 3
    client = signed_in(kim)

    wrong = [change_password(client, old="another") for _ in range(3)]
    locked = [change_password(client), sign_in(anybody, PASSWORD)]

    assert [each.status_code for each in wrong] == [422, 422, 429]
    assert fields_of(wrong[0]) == {"oldPassword": "wrong-password"}
    assert {(each.status_code, each.json()["code"]) for each in locked} == {(429, "locked-out")}
    assert User.objects.get(tagator=kim).check_password(PASSWORD)
    assert not AuditEntry.objects.exists()


@WEAK
def test_a_weak_password_is_422_and_changes_nothing(kim, password):
    answer = change_password(signed_in(kim), password)

    assert (answer.status_code, fields_of(answer)) == (422, {"password": "weak-password"})
    assert User.objects.get(tagator=kim).check_password(PASSWORD)


def test_changes_of_a_password_are_throttled_as_sign_ins_are(kim, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "1/m"}
    client = signed_in(kim)

    assert [change_password(client, "short").status_code for _ in range(2)] == [422, 429]
