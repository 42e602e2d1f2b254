"""Accounts at face providers over the AdminApi…"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from rest_framework.test import APIClient

from recognition.models import Account, Album
from recognition.tests.calling import MANAGE, client_of, fields_of, forget_users, raced
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory
from rest.tests.conftest import Caller

BOTH = pytest.mark.parametrize("version", [1, 2])
SECRET = "hunter2-hunter2"
NEW = {
    "name": "Faces",
    "provider": "local",
    "baseUrl": "http://faces:8200/api",
    "credentials": {"key": SECRET, "regionName": "eu"},
}


@pytest.fixture
def manager(caller: Caller) -> APIClient:
    return caller(MANAGE)


def path(account: Any = None, rest: str = "", version: int = 2) -> str:
    one = f"/{getattr(account, 'pk', account)}" if account else ""
    return f"/admin-api/api/v{version}/accounts{one}{rest}"


def create(client: APIClient, version: int = 2, **fields: Any) -> Any:
    return client.post(path(version=version), {**NEW, **fields}, format="json")


def change(client: APIClient, account: Any, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(account, version=version), fields, format="json")


def switch(client: APIClient, account: Any, is_active: Any, version: int = 2, **more: Any) -> Any:
    body = {"isActive": is_active}
    return client.put(path(account, "/active", version), body, format="json", **more)


# --- POST -----------------------------------------------------------------------------------


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
        "isActive": True,
    }
    assert account.credentials == NEW["credentials"]


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

    captured = capfd.readouterr()
    told = [answer.content.decode() for answer in answers] + [caplog.text, *captured]
    assert not any("hunter2" in text or "credentials" in text for text in told)


@BOTH
def test_the_same_account_again_is_success_and_changes_nothing(manager, version):
    given = str(uuid4())
    first = create(manager, version, accountId=given)

    again = create(manager, version, accountId=given)

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
        ("baseUrl", "", "address-missing"),
        ("credentials", "key", "not-a-dict"),
        ("credentials", None, "null"),
        ("credentials", {"key": "x" * 10_000}, "max-length"),
    ],
)
def test_a_wrong_value_is_422_by_its_field(manager, version, field, value, code):
    answer = create(manager, version, **{field: value})

    assert answer.status_code == 422
    assert fields_of(answer) == {field: code}
    assert not Account.objects.exists()


@pytest.mark.parametrize("field", ["name", "provider"])
def test_what_is_missing_is_422(manager, field):
    body = {name: value for name, value in NEW.items() if name != field}

    answer = manager.post(path(), body, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})


def test_of_two_creations_of_one_id_the_later_finds_it_there(transactional_db):
    given = str(uuid4())
    clients = [client_of(MANAGE), client_of(MANAGE)]

    first, second = raced(*[lambda c=client: create(c, accountId=given) for client in clients])

    assert (first.status_code, second.status_code) == (201, 200)
    assert Account.objects.count() == 1
    forget_users()


# --- PATCH ----------------------------------------------------------------------------------


@BOTH
def test_what_is_given_is_changed_and_the_rest_stays(manager, version):
    create(manager)
    account = Account.objects.get()

    answer = change(manager, account, version, name="New", credentials={"key": "new"})

    account.refresh_from_db()
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert (answer.json()["name"], answer.json()["baseUrl"]) == ("New", NEW["baseUrl"])
    assert (account.name, account.provider, account.credentials) == ("New", "local", {"key": "new"})


@BOTH
def test_credentials_stay_where_none_are_given(manager, version):
    create(manager)

    change(manager, Account.objects.get(), version, provider="sandbox")

    account = Account.objects.get()
    assert (account.provider, account.credentials) == ("sandbox", NEW["credentials"])


@pytest.mark.parametrize("fields", [{}, {"name": "Faces"}, {"credentials": NEW["credentials"]}])
def test_what_is_so_already_is_no_change(manager, fields):
    create(manager)

    answer = change(manager, Account.objects.get(), **fields)

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')


@BOTH
@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("provider", None), ("baseUrl", "x"), ("baseUrl", ""), ("credentials", [])],
)
def test_a_wrong_change_is_422_and_changes_nothing(manager, version, field, value):
    account = AccountFactory.create()

    answer = change(manager, account, version, **{field: value})

    assert (answer.status_code, list(fields_of(answer))) == (422, [field])
    assert Account.objects.get().version == 1


@pytest.mark.parametrize(("tag", "status"), [('"1"', 200), ('"2"', 409), ("x", 400)])
def test_a_change_is_held_to_the_version_named(manager, tag, status):
    account = AccountFactory.create()

    answer = manager.patch(path(account), {"name": "New"}, format="json", headers={"If-Match": tag})

    assert answer.status_code == status
    assert (Account.objects.get().name == "New") == (status == 200)


def test_of_two_changes_of_one_version_the_later_is_409(transactional_db):
    account = AccountFactory.create()
    clients = [client_of(MANAGE), client_of(MANAGE)]

    def rename(client: APIClient) -> Any:
        headers = {"If-Match": '"1"'}
        name = {"name": f"by {id(client)}"}
        return client.patch(path(account), name, format="json", headers=headers)

    first, second = raced(*[lambda c=client: rename(c) for client in clients])

    assert (first.status_code, second.status_code) == (200, 409)
    assert Account.objects.get().version == 2
    forget_users()


# --- GET ------------------------------------------------------------------------------------


@BOTH
def test_an_account_is_shown(manager, version):
    account = AccountFactory.create(credentials={"key": SECRET})

    answer = manager.get(path(account, version=version))

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert set(answer.json()) == {
        "accountId",
        "name",
        "provider",
        "baseUrl",
        "isActive",
        "createdOn",
        "updatedOn",
    }


def test_an_account_that_is_known_is_304(manager):
    answer = manager.get(path(AccountFactory.create()), headers={"If-None-Match": '"1"'})

    assert answer.status_code == 304


@BOTH
def test_accounts_are_listed_by_name(manager, version):
    for name in ("b", "a"):
        AccountFactory.create(name=name)

    body = manager.get(path(version=version)).json()

    assert (body["count"], [row["name"] for row in body["results"]]) == (2, ["a", "b"])


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"isActive": "true"}, ["on"]),
        ({"isActive": "false"}, ["off"]),
        ({"provider": "local"}, ["off"]),
        ({"search": "O"}, ["off", "on"]),
        ({"ordering": "-name"}, ["on", "off"]),
        ({"pageSize": 1, "page": 2}, ["on"]),
    ],
)
def test_a_list_is_narrowed_ordered_and_paged(manager, query, names):
    AccountFactory.create(name="on", provider="sandbox")
    AccountFactory.create(name="off", provider="local", is_active=False)

    rows = manager.get(path(), query).json()["results"]

    assert [row["name"] for row in rows] == names


@pytest.mark.parametrize("query", [{"provider": "x"}, {"ordering": "baseUrl"}, {"page": "x"}])
def test_a_list_refuses_what_it_does_not_understand(manager, query):
    assert manager.get(path(), query).status_code == 422


# --- PUT active -----------------------------------------------------------------------------


@BOTH
def test_an_account_is_switched_off_and_on(manager, version):
    account = AccountFactory.create()

    off = switch(manager, account, False, version)
    on = switch(manager, account, True, version)

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"]) == (204, '"3"')


def test_switching_the_same_way_again_changes_nothing(manager):
    account = AccountFactory.create()

    assert switch(manager, account, True)["ETag"] == '"1"'


@BOTH
def test_an_account_in_use_is_not_switched_off(manager, version):
    space = AccountSpaceFactory.create()
    AlbumFactory.create(face_account=space.account, face_space=space)

    answer = switch(manager, space.account, False, version)

    assert (answer.status_code, answer.json()["code"]) == (409, "account-in-use")
    assert Account.objects.get().is_active
    assert switch(manager, space.account, True, version).status_code == 204


def test_an_account_that_no_album_uses_any_more_is_switched_off(manager):
    space = AccountSpaceFactory.create()
    AlbumFactory.create(face_account=space.account, face_space=space)
    Album.objects.update(face_account=None, face_space=None)

    assert switch(manager, space.account, False).status_code == 204


@pytest.mark.parametrize(("tag", "status"), [('"1"', 204), ('"2"', 409)])
def test_a_switch_is_held_to_the_version_named(manager, tag, status):
    account = AccountFactory.create()

    answer = switch(manager, account, False, headers={"If-Match": tag})

    assert answer.status_code == status
    assert Account.objects.get().is_active == (status != 204)


@pytest.mark.parametrize("value", [None, "perhaps", 2])
def test_a_switch_is_on_or_off(manager, value):
    account = AccountFactory.create()

    answer = switch(manager, account, value)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["isActive"])


# --- All of them ----------------------------------------------------------------------------


def calls(client: APIClient, account: Any, version: int) -> list[Any]:
    """Make every call that speaks of one account."""
    return [
        client.get(path(account, version=version)),
        change(client, account, version, name="New"),
        switch(client, account, False, version),
    ]


@BOTH
def test_an_account_that_is_not_there_is_404(manager, version):
    answers = calls(manager, uuid4(), version)

    assert [answer.status_code for answer in answers] == [404] * 3
    assert {answer.json()["code"] for answer in answers} == {"account-not-found"}


@BOTH
def test_malformed_bodies_are_400(manager, version):
    account = AccountFactory.create()

    for method, address in (
        ("post", path(version=version)),
        ("patch", path(account, version=version)),
        ("put", path(account, "/active", version)),
    ):
        answer = getattr(manager, method)(address, "{", content_type="application/json")
        assert answer.status_code == 400


@BOTH
def test_accounts_open_to_recognition_managers_only(caller, anybody, version):
    account = AccountFactory.create()
    stranger = caller("tagging.manage", "internal.call", username="stranger")

    for client, status in ((anybody, 401), (stranger, 403)):
        answers = [*calls(client, account, version), create(client, version)]
        answers.append(client.get(path(version=version)))
        assert [answer.status_code for answer in answers] == [status] * 5
    assert json.dumps(list(Account.objects.values_list("version", "is_active"))) == "[[1, true]]"
