"""Accounts at face providers: what each has to say, and the AdminApi…"""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from recognition.models import Account
from recognition.providers.faces import face_provider
from recognition.providers.faces.port import faults_of
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.tests.calls.accounts import AWS, NEW, change, create, path, switch
from recognition.tests.calls.api import MANAGE, client_of, faults_in, fields_of, raced
from recognition.tests.factories import AccountFactory, AccountSpaceFactory

BASE = "https://faces.example.org"
REGION = {"region": "eu-central-1"}
WHICH = "The credential"


@pytest.mark.parametrize(
    ("provider", "base_url", "credentials", "fault"),
    [
        ("local", BASE, {}, ""),
        ("sandbox", BASE, {"key": "k"}, ""),
        ("compreface", BASE, {"key": "k", "similarity": 0.9}, ""),
        ("compreface", BASE, {"keys": {"marathon": "k1", "cross": "k2"}}, ""),
        ("rekognition", "", REGION, ""),
        ("rekognition", BASE, {**REGION, "accessKeyId": "a", "secretAccessKey": "s"}, ""),
        ("local", BASE, {"token": "t"}, "token is no credential of local."),
        ("local", BASE, {"key": 7}, f"{WHICH} key must be visible ASCII without spaces."),
        ("compreface", BASE, {"key": "k", "keys": {"a": "b"}},
         "It needs just one of the credentials key and keys."),
        ("compreface", BASE, {"keys": {"marathon": "line\n"}},
         f"{WHICH} keys must be an object of space → API key, of visible ASCII without spaces."),
        ("compreface", BASE, {"key": "k", "similarity": 80},
         f"{WHICH} similarity must be a number above 0 and at most 1."),
        ("rekognition", BASE, {}, f"{WHICH} region is missing."),
        ("rekognition", BASE, {**REGION, "accessKeyId": "a"},
         f"{WHICH} secretAccessKey is missing."),
        ("rekognition", BASE, {"key": "k"},
         f"key is no credential of rekognition. {WHICH} region is missing."),
    ],
)  # fmt: skip
def test_credentials_are_enough_or_refused_with_their_faults(
    provider, base_url, credentials, fault
):
    expected = {"credentials": fault} if fault else {}

    assert faults_of(provider, base_url, credentials) == expected


def test_credentials_come_with_an_address_without_what_the_adapter_adds() -> None:
    assert faults_of("compreface", f"{BASE}/api/v1/", {"key": "k"}) == {
        "base_url": "The base URL ends before /api/v1, which is added."
    }


@pytest.mark.django_db
def test_credentials_are_checked_by_the_form_of_staff_at_its_fields(admin_client: Client) -> None:
    page = reverse("admin:recognition_account_add")
    form = {"name": "Faces", "provider": "compreface", "base_url": ""}

    refused = admin_client.post(page, form)

    assert refused.context["adminform"].form.errors == {
        "base_url": ["It needs a base URL."],
        "__all__": ["It needs just one of the “API key” and “API keys by space”."],
    }
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_credentials_that_are_wrong_are_the_reason_of_a_photo() -> None:
    account = AccountFactory.create(name="AWS", provider="rekognition", credentials={})

    with pytest.raises(ProcessingFailure) as raised:
        face_provider(account, AccountSpaceFactory.create(account=account))

    assert raised.value.reason == (
        "The face provider AWS is not set up: The credential region is missing."
    )
    assert not isinstance(raised.value, FinalFailure)


def version_of(account: Account) -> int:
    account.refresh_from_db()
    return account.version


def test_an_account_is_created_and_shown(manager):
    answer = create(manager)

    account, body = Account.objects.get(), answer.json()
    assert (answer.status_code, account.credentials) == (201, NEW["credentials"])
    shown = manager.get(path(account))
    assert (shown.status_code, shown["ETag"], shown.json()) == (200, '"1"', body)
    assert manager.get(path(account), headers={"If-None-Match": '"1"'}).status_code == 304
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
def test_an_id_that_is_taken_by_other_data_is_409(manager, other):
    given = str(uuid4())
    create(manager, accountId=given)

    answer = create(manager, accountId=given, **other)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    account = Account.objects.get()
    assert (account.name, account.provider) == (NEW["name"], NEW["provider"])
    assert account.credentials == NEW["credentials"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("accountId", "00000000-0000-0000-0000-000000000000", "nil"),
        ("name", "", "blank"),
        ("provider", "oracle", "invalid-choice"),
        ("baseUrl", "ftp://faces", "invalid"),
        ("baseUrl", "http://ann:pw@faces", "invalid"),
        ("baseUrl", "http://faces/?key=1", "invalid"),
        ("baseUrl", "http://faces:many", "invalid"),
        ("baseUrl", "http://" + "x" * 200, "max-length"),
        ("credentials", "key", "not-a-dict"),
        ("credentials", {"key": "line\n"}, "account-not-set-up"),
        ("credentials", {"key": "x" * 10_000}, "max-length"),
        ("requestsPerSecond", 0.001, "min-value"),
        ("requestsPerSecond", 1e9, "max-value"),
        ("requestsPerSecond", 10**400, "overflow"),
        ("requestsPerSecond", "5", "invalid"),
        ("requestsPerSecond", True, "invalid"),
    ],
    ids=lambda value: str(value)[:10],
)
def test_a_wrong_value_is_422_by_its_field_and_changes_nothing(manager, field, value, code):
    refused = create(manager, **{field: value})
    none = Account.objects.exists()
    account = AccountFactory.create(requests_per_second=2.5)
    changed = change(manager, account, **{field: value}) if field != "accountId" else refused

    assert (refused.status_code, fields_of(refused), none) == (422, {field: code}, False)
    assert (changed.status_code, list(fields_of(changed))) == (422, [field])
    assert version_of(account) == 1


def test_of_two_creations_of_one_id_the_later_finds_it_there(committed_manager):
    given = str(uuid4())
    clients = [committed_manager, client_of(MANAGE)]

    first, second = raced(*[lambda c=client: create(c, accountId=given) for client in clients])

    assert (first.status_code, second.status_code) == (201, 200)
    assert Account.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "kept", "tag"),
    [
        ({"name": "New"}, {"name": "New"}, '"2"'),
        ({"name": "New", "credentials": {"key": "b"}}, {"credentials": {"key": "b"}}, '"2"'),
        ({"provider": "sandbox"}, {"provider": "sandbox"}, '"2"'),
        (AWS, {"provider": "rekognition", "credentials": AWS["credentials"]}, '"2"'),
        ({"requestsPerSecond": 5}, {"requests_per_second": 5}, '"2"'),
        ({"requestsPerSecond": None}, {"requests_per_second": None}, '"2"'),
        ({"requestsPerSecond": 2.5}, {}, '"1"'),
        ({"name": "Faces", "credentials": NEW["credentials"]}, {}, '"1"'),
        ({}, {}, '"1"'),
    ],
)
def test_what_is_given_is_changed_and_the_rest_stays(manager, fields, kept, tag):
    create(manager, requestsPerSecond=2.5)
    before = {"name": "Faces", "provider": "local", "requests_per_second": 2.5}
    before |= {"credentials": NEW["credentials"]}

    answer = change(manager, Account.objects.get(), **fields)

    account = Account.objects.get()
    wanted = {**before, **kept, "name": fields.get("name", "Faces")}
    assert (answer.status_code, answer["ETag"], f'"{account.version}"') == (200, tag, tag)
    assert {name: getattr(account, name) for name in before} == wanted
    assert answer.json()["requestsPerSecond"] == wanted["requests_per_second"]


def test_a_change_of_provider_is_held_to_the_credentials_that_are_there(manager):
    create(manager)

    answer = change(manager, Account.objects.get(), provider="rekognition")

    assert faults_in(answer) == {
        "credentials": "key is no credential of rekognition. The credential region is missing."
    }
    assert Account.objects.get().provider == "local"


def test_a_name_that_another_account_has_is_refused(manager):
    other, account = AccountFactory.create(name="Mine"), AccountFactory.create()

    for answer in (create(manager, name="mine"), change(manager, account, name=other.name)):
        assert (answer.status_code, answer.json()["code"]) == (409, "account-name-taken")
    assert (Account.objects.count(), version_of(account)) == (2, 1)


def test_an_account_is_switched_off_and_on(manager):
    account = AccountFactory.create()
    off, on, again = [switch(manager, account, value) for value in (False, True, True)]

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"], again["ETag"]) == (204, '"3"', '"3"')
    for value in (None, "perhaps", 2):
        wrong = switch(manager, account, value)
        assert (wrong.status_code, list(fields_of(wrong))) == (422, ["isActive"])
