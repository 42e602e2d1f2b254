"""Spaces of accounts over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Account, AccountSpace
from recognition.tests.calling import MANAGE, client_of, fields_of, forget_users, raced
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory
from rest.tests.conftest import Caller

BOTH = pytest.mark.parametrize("version", [1, 2])
NEW = {"name": "Runners", "externalId": "runners"}


@pytest.fixture
def manager(caller: Caller) -> APIClient:
    return caller(MANAGE)


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


def path(account: Any, space: Any = None, rest: str = "", version: int = 2) -> str:
    one = f"/{getattr(space, 'pk', space)}" if space else ""
    of = getattr(account, "pk", account)
    return f"/admin-api/api/v{version}/accounts/{of}/spaces{one}{rest}"


def add(client: APIClient, account: Any, version: int = 2, **fields: Any) -> Any:
    return client.post(path(account, version=version), {**NEW, **fields}, format="json")


def change(client: APIClient, space: AccountSpace, version: int = 2, **fields: Any) -> Any:
    return client.patch(path(space.account_id, space, version=version), fields, format="json")


def switch(
    client: APIClient, space: AccountSpace, is_active: Any, version: int = 2, **more: Any
) -> Any:
    address = path(space.account_id, space, "/active", version)
    return client.put(address, {"isActive": is_active}, format="json", **more)


def defaults(account: Account) -> list[str]:
    return list(account.spaces.filter(is_default=True).values_list("name", flat=True))


# --- POST -----------------------------------------------------------------------------------


@BOTH
def test_a_space_is_added(manager, account, version):
    answer = add(manager, account, version)

    space = AccountSpace.objects.get()
    body = answer.json()
    assert answer.status_code == 201
    assert body.pop("createdOn").endswith("Z")
    assert body.pop("updatedOn").endswith("Z")
    assert body == {
        "accountSpaceId": str(space.pk),
        "accountId": str(account.pk),
        "name": "Runners",
        "externalId": "runners",
        "isDefault": False,
        "isActive": True,
    }


@BOTH
def test_a_new_default_takes_the_place_of_another(manager, account, version):
    old = AccountSpaceFactory.create(account=account, name="Old")
    elsewhere = AccountSpaceFactory.create(name="Elsewhere")

    answer = add(manager, account, version, isDefault=True)

    old.refresh_from_db()
    assert answer.status_code == 201
    assert defaults(account) == ["Runners"]
    assert defaults(elsewhere.account) == ["Elsewhere"]
    assert old.version == 2


@BOTH
def test_the_same_space_again_is_success_and_changes_nothing(manager, account, version):
    given = {"accountSpaceId": str(uuid4()), "isDefault": True}
    first = add(manager, account, version, **given)

    again = add(manager, account, version, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert AccountSpace.objects.get().version == 1


@BOTH
@pytest.mark.parametrize(
    "other", [{"name": "Others"}, {"externalId": "others"}, {"isDefault": True}]
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, account, version, other):
    AccountSpaceFactory.create(account=account, name="Old")
    given = str(uuid4())
    add(manager, account, version, accountSpaceId=given)

    answer = add(manager, account, version, accountSpaceId=given, **other)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert defaults(account) == ["Old"]
    assert AccountSpace.objects.get(pk=given).name == "Runners"


def test_an_id_that_is_another_account_s_space_is_409(manager, account):
    given = str(uuid4())
    add(manager, AccountFactory.create(), accountSpaceId=given)

    answer = add(manager, account, accountSpaceId=given)

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert not account.spaces.exists()


@BOTH
def test_an_external_id_is_one_space_s_in_an_account(manager, account, version):
    add(manager, account, version)

    answer = add(manager, account, version, name="Others")

    assert (answer.status_code, answer.json()["code"]) == (409, "external-id-taken")
    assert add(manager, AccountFactory.create(), version).status_code == 201


@BOTH
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("accountSpaceId", "seven", "invalid"),
        ("name", "", "blank"),
        ("name", "x" * 201, "max-length"),
        ("externalId", None, "null"),
        ("externalId", "x" * 201, "max-length"),
        ("isDefault", "perhaps", "invalid"),
    ],
)
def test_a_wrong_value_is_422_by_its_field(manager, account, version, field, value, code):
    answer = add(manager, account, version, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    assert not AccountSpace.objects.exists()


@pytest.mark.parametrize("field", ["name", "externalId"])
def test_what_is_missing_is_422(manager, account, field):
    body = {name: value for name, value in NEW.items() if name != field}

    answer = manager.post(path(account), body, format="json")

    assert (answer.status_code, fields_of(answer)) == (422, {field: "required"})


# --- PATCH ----------------------------------------------------------------------------------


@BOTH
def test_what_is_given_is_changed_and_the_rest_stays(manager, version):
    space = AccountSpaceFactory.create()

    answer = change(manager, space, version, name="New")

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["name"] == "New"
    assert answer.json()["externalId"] == space.external_id
    assert answer.json()["isDefault"] is True


@BOTH
def test_making_another_space_the_default_moves_it(manager, account, version):
    AccountSpaceFactory.create(account=account, name="Old")
    space = AccountSpaceFactory.create(account=account, name="New", is_default=False)

    answer = change(manager, space, version, isDefault=True)

    assert (answer.status_code, answer.json()["isDefault"]) == (200, True)
    assert defaults(account) == ["New"]


def test_an_account_may_be_left_without_a_default_space(manager, account):
    space = AccountSpaceFactory.create(account=account)

    assert change(manager, space, isDefault=False).status_code == 200
    assert defaults(account) == []


def test_what_is_so_already_is_no_change(manager):
    space = AccountSpaceFactory.create()

    same = change(manager, space, externalId=space.external_id, isDefault=True)

    assert (same.status_code, same["ETag"]) == (200, '"1"')


def test_an_external_id_that_is_taken_is_409(manager, account):
    other = AccountSpaceFactory.create(account=account)
    space = AccountSpaceFactory.create(account=account, is_default=False)

    answer = change(manager, space, externalId=other.external_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "external-id-taken")
    assert AccountSpace.objects.get(pk=space.pk).version == 1


@BOTH
@pytest.mark.parametrize(("field", "value"), [("name", ""), ("externalId", None), ("isDefault", 7)])
def test_a_wrong_change_is_422_and_changes_nothing(manager, version, field, value):
    space = AccountSpaceFactory.create()

    answer = change(manager, space, version, **{field: value})

    assert (answer.status_code, list(fields_of(answer))) == (422, [field])
    assert AccountSpace.objects.get().version == 1


@pytest.mark.parametrize(("tag", "status"), [('"1"', 200), ('"2"', 409), ("x", 400)])
def test_a_change_is_held_to_the_version_named(manager, tag, status):
    space = AccountSpaceFactory.create()

    answer = manager.patch(
        path(space.account_id, space), {"name": "New"}, format="json", headers={"If-Match": tag}
    )

    assert answer.status_code == status
    assert (AccountSpace.objects.get().name == "New") == (status == 200)


def test_of_two_that_become_the_default_at_once_one_is(transactional_db):
    account = AccountFactory.create()
    AccountSpaceFactory.create(account=account, name="Old")
    names = ("first", "second")
    spaces = [
        AccountSpaceFactory.create(account=account, name=name, is_default=False) for name in names
    ]
    clients = [client_of(MANAGE), client_of(MANAGE)]

    first, second = raced(
        lambda: change(clients[0], spaces[0], isDefault=True),
        lambda: change(clients[1], spaces[1], isDefault=True),
    )

    assert (first.status_code, second.status_code) == (200, 200)
    assert defaults(account) == ["second"]
    forget_users()


def test_of_two_changes_of_one_version_the_later_is_409(transactional_db):
    space = AccountSpaceFactory.create()
    clients = [client_of(MANAGE), client_of(MANAGE)]
    held = {"If-Match": '"1"'}

    first, second = raced(
        *[lambda c=client: switch(c, space, False, headers=held) for client in clients]
    )

    assert (first.status_code, second.status_code) == (204, 409)
    forget_users()


# --- GET ------------------------------------------------------------------------------------


@BOTH
def test_a_space_is_shown(manager, version):
    space = AccountSpaceFactory.create()

    answer = manager.get(path(space.account_id, space, version=version))

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert answer.json()["accountSpaceId"] == str(space.pk)


@BOTH
def test_the_spaces_of_an_account_are_listed_by_name(manager, account, version):
    for name in ("b", "a"):
        AccountSpaceFactory.create(account=account, name=name, is_default=False)
    AccountSpaceFactory.create(name="elsewhere")

    body = manager.get(path(account, version=version)).json()

    assert (body["count"], [row["name"] for row in body["results"]]) == (2, ["a", "b"])


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"isActive": "false"}, ["off"]),
        ({"isDefault": "true"}, ["on"]),
        ({"search": "F"}, ["off"]),
        ({"ordering": "-name"}, ["on", "off"]),
        ({"pageSize": 1, "page": 2}, ["on"]),
    ],
)
def test_a_list_is_narrowed_ordered_and_paged(manager, account, query, names):
    AccountSpaceFactory.create(account=account, name="on")
    AccountSpaceFactory.create(account=account, name="off", is_default=False, is_active=False)

    rows = manager.get(path(account), query).json()["results"]

    assert [row["name"] for row in rows] == names


# --- PUT active -----------------------------------------------------------------------------


@BOTH
def test_a_space_is_switched_off_and_on(manager, version):
    space = AccountSpaceFactory.create()

    off = switch(manager, space, False, version)
    on = switch(manager, space, True, version)

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"]) == (204, '"3"')


@BOTH
def test_a_space_in_use_is_not_switched_off(manager, version):
    space = AccountSpaceFactory.create()
    AlbumFactory.create(face_account=space.account, face_space=space)
    other = AccountSpaceFactory.create(account=space.account, is_default=False)

    answer = switch(manager, space, False, version)

    assert (answer.status_code, answer.json()["code"]) == (409, "account-space-in-use")
    assert AccountSpace.objects.get(pk=space.pk).is_active
    assert switch(manager, other, False, version).status_code == 204


@pytest.mark.parametrize("value", [None, "perhaps"])
def test_a_switch_is_on_or_off(manager, value):
    answer = switch(manager, AccountSpaceFactory.create(), value)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["isActive"])


# --- All of them ----------------------------------------------------------------------------


def calls(client: APIClient, account: Any, space: Any, version: int) -> list[Any]:
    """Make every call that speaks of one space."""
    address = path(account, space, version=version)
    active = path(account, space, "/active", version)
    return [
        client.get(address),
        client.patch(address, {"name": "New"}, format="json"),
        client.put(active, {"isActive": False}, format="json"),
    ]


@BOTH
def test_a_space_that_is_not_in_the_account_is_404(manager, account, version):
    elsewhere = AccountSpaceFactory.create()

    for space in (uuid4(), elsewhere):
        answers = calls(manager, account, space, version)
        assert [answer.status_code for answer in answers] == [404] * 3
        assert {answer.json()["code"] for answer in answers} == {"account-space-not-found"}
    assert AccountSpace.objects.get().version == 1


@BOTH
def test_an_account_that_is_not_there_is_404(manager, version):
    nowhere = uuid4()
    answers = calls(manager, nowhere, AccountSpaceFactory.create(), version)
    answers += [add(manager, nowhere, version), manager.get(path(nowhere, version=version))]

    assert [answer.status_code for answer in answers] == [404] * 5
    assert {answer.json()["code"] for answer in answers} == {"account-not-found"}


@BOTH
def test_malformed_bodies_are_400(manager, version):
    space = AccountSpaceFactory.create()
    of = space.account_id

    for method, address in (
        ("post", path(of, version=version)),
        ("patch", path(of, space, version=version)),
        ("put", path(of, space, "/active", version)),
    ):
        answer = getattr(manager, method)(address, "{", content_type="application/json")
        assert answer.status_code == 400


@BOTH
def test_spaces_open_to_recognition_managers_only(caller, anybody, version):
    space = AccountSpaceFactory.create()
    of = space.account_id
    stranger = caller("tagging.manage", "internal.call", username="stranger")

    for client, status in ((anybody, 401), (stranger, 403)):
        answers = calls(client, of, space, version)
        answers += [add(client, of, version), client.get(path(of, version=version))]
        assert [answer.status_code for answer in answers] == [status] * 5
    assert AccountSpace.objects.get().version == 1
