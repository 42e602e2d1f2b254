"""POST admin-api/…/accounts…"""

from uuid import uuid4

import pytest
from django.db import connection

from recognition.models import Account
from recognition.tests.calls.accounts import (
    AWS,
    BOTH,
    NEW,
    NOT_SET_UP,
    OUT_OF_RANGE,
    SECRET,
    change,
    create,
    path,
)
from recognition.tests.calls.api import MANAGE, client_of, faults_in, fields_of, raced


@BOTH
def test_an_account_is_created(manager, version):
    answer = create(manager, version)

    account = Account.objects.get()
    body = answer.json()
    assert answer.status_code == 201
    assert body.pop("createdOn").endswith("Z")
    assert body.pop("updatedOn").endswith("Z")
    assert body == {
        "accountId": str(account.pk),
        "name": "Faces",
        "provider": "local",
        "baseUrl": "http://faces:8200/api",
        "requestsPerSecond": None,
        "isActive": True,
    }
    assert account.credentials == NEW["credentials"]


@BOTH
@pytest.mark.parametrize("pace", [0.01, 5, 2.5, 10_000, None])
def test_an_account_is_created_with_its_requests_a_second(manager, version, pace):
    answer = create(manager, version, requestsPerSecond=pace)

    assert (answer.status_code, answer.json()["requestsPerSecond"]) == (201, pace)
    assert Account.objects.get().requests_per_second == pace


@BOTH
@OUT_OF_RANGE
def test_requests_a_second_that_cannot_be_are_422(manager, version, pace, code):
    answer = create(manager, version, requestsPerSecond=pace)

    assert (answer.status_code, fields_of(answer)) == (422, {"requestsPerSecond": code})
    assert not Account.objects.exists()


@pytest.mark.parametrize("pace", ["NaN", "Infinity", "1e999"])
def test_requests_a_second_that_are_no_json_are_400(manager, pace):
    body = f'{{"name": "Faces", "provider": "local", "requestsPerSecond": {pace}}}'

    answer = manager.post(path(), body, content_type="application/json")

    assert answer.status_code == 400
    assert not Account.objects.exists()


def test_credentials_are_encrypted_in_the_database(manager):
    create(manager)

    with connection.cursor() as cursor:
        cursor.execute("SELECT credentials FROM recognition_account")
        assert SECRET not in cursor.fetchone()[0]


def test_credentials_are_in_no_answer_and_in_no_log(manager, caplog, capfd):
    create(manager)
    account = Account.objects.get()
    answers = [
        manager.get(path()),
        manager.get(path(account)),
        change(manager, account, credentials={"key": SECRET + "!"}),
        create(manager, credentials={"key": SECRET}, provider="x"),
        create(manager, accountId=str(account.pk)),
    ]

    told = [answer.content.decode() for answer in answers]
    logged = [caplog.text, *capfd.readouterr()]
    assert not [text for text in told if "credentials" in text]
    assert not [text for text in told + logged if "hunter2" in text]


@BOTH
def test_the_same_account_again_is_success_and_changes_nothing(manager, version):
    given = {"accountId": str(uuid4()), "requestsPerSecond": 2.5}
    first = create(manager, version, **given)

    again = create(manager, version, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert Account.objects.get().version == 1


@BOTH
@pytest.mark.parametrize(
    "other",
    [
        {"name": "Others"},
        {"provider": "sandbox"},
        {"baseUrl": "http://faces:8201"},
        {"credentials": {"key": "other"}},
        {"credentials": {}},
        {"requestsPerSecond": 5},
    ],
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, version, other):
    given = str(uuid4())
    create(manager, version, accountId=given)

    answer = create(manager, version, accountId=given, **other)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    account = Account.objects.get()
    assert (account.name, account.provider, account.credentials) == (
        NEW["name"],
        NEW["provider"],
        NEW["credentials"],
    )


@BOTH
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("accountId", "seven", "invalid"),
        ("accountId", False, "invalid"),
        ("accountId", 7, "invalid"),
        ("accountId", "00000000-0000-0000-0000-000000000000", "nil"),
        ("name", "", "blank"),
        ("name", None, "null"),
        ("name", "x" * 201, "max-length"),
        ("provider", "oracle", "invalid-choice"),
        ("baseUrl", "faces", "invalid"),
        ("baseUrl", "ftp://faces", "invalid"),
        ("baseUrl", "http://", "invalid"),
        ("baseUrl", "http://ann:pw@faces", "invalid"),
        ("baseUrl", "http://faces/?key=1", "invalid"),
        ("baseUrl", "http://faces:many", "invalid"),
        ("baseUrl", "http://fa ces", "invalid"),
        ("baseUrl", "http://" + "x" * 200, "max-length"),
        ("credentials", "key", "not-a-dict"),
        ("credentials", {"key": "line\n"}, "account-not-set-up"),
        ("credentials", {"key": "ключ"}, "account-not-set-up"),
        ("credentials", None, "null"),
        ("credentials", {"key": "x" * 10_000}, "max-length"),
    ],
)
def test_a_wrong_value_is_422_by_its_field(manager, version, field, value, code):
    answer = create(manager, version, **{field: value})

    assert answer.status_code == 422
    assert fields_of(answer) == {field: code}
    assert not Account.objects.exists()


@BOTH
@NOT_SET_UP
def test_an_account_without_what_its_provider_needs_is_422_by_field(
    manager, version, fields, wrong
):
    answer = create(manager, version, **fields)

    assert (answer.status_code, answer.json()["code"]) == (422, "account-not-set-up")
    assert faults_in(answer) == wrong
    assert SECRET not in answer.content.decode()
    assert not Account.objects.exists()


def test_a_provider_with_an_address_of_its_own_needs_none(manager):
    assert create(manager, **AWS).status_code == 201


@pytest.mark.parametrize("field", ["name", "provider"])
def test_what_is_missing_is_422(manager, field):
    body = {name: value for name, value in NEW.items() if name != field}

    answer = manager.post(path(), body, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})


def test_of_two_creations_of_one_id_the_later_finds_it_there(committed_manager):
    given = str(uuid4())
    clients = [committed_manager, client_of(MANAGE)]

    first, second = raced(*[lambda c=client: create(c, accountId=given) for client in clients])

    assert (first.status_code, second.status_code) == (201, 200)
    assert Account.objects.count() == 1


def test_a_name_that_another_account_has_is_refused(manager):
    create(manager, name="Faces")

    answer = create(manager, name="faces")

    assert (answer.status_code, answer.json()["code"]) == (409, "account-name-taken")
    assert Account.objects.count() == 1
