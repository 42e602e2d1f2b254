"""Spaces of accounts over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest

from recognition.models import Account, AccountSpace
from recognition.tests.calls.api import MANAGE, client_of, fields_of, raced
from recognition.tests.calls.spaces import add, change, defaults, path, switch
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


def space_of(account: Account, name: str, **fields: object) -> AccountSpace:
    return AccountSpaceFactory.create(account=account, name=name, is_default=False, **fields)


def version_of(space: AccountSpace) -> int:
    space.refresh_from_db()
    return space.version


# --- Shown and listed
def test_a_space_is_added_and_shown(manager, account):
    answer = add(manager, account)

    space, body = AccountSpace.objects.get(), answer.json()
    shown = manager.get(path(account, space))
    assert (answer.status_code, shown["ETag"], shown.json()) == (201, '"1"', body)
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


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["off", "on"]),
        ({"isActive": "false"}, ["off"]),
        ({"isDefault": "true"}, ["on"]),
        ({"search": "F"}, ["off"]),
        ({"ordering": "-name"}, ["on", "off"]),
        ({"pageSize": 1, "page": 2}, ["on"]),
    ],
)
def test_a_list_is_narrowed_ordered_and_paged(manager, account, query, names):
    AccountSpaceFactory.create(account=account, name="on")
    space_of(account, "off", is_active=False)
    AccountSpaceFactory.create(name="elsewhere")

    rows = manager.get(path(account), query).json()["results"]

    assert [row["name"] for row in rows] == names


def test_a_space_that_is_not_in_the_account_is_404(manager, account):
    elsewhere = AccountSpaceFactory.create()

    answers = [
        manager.get(path(account, elsewhere)),
        manager.patch(path(account, elsewhere), {"name": "New"}, format="json"),
        manager.put(path(account, elsewhere, "/active"), {"isActive": False}, format="json"),
    ]

    assert {(a.status_code, a.json()["code"]) for a in answers} == {
        (404, "account-space-not-found")
    }
    assert version_of(elsewhere) == 1
    assert add(manager, uuid4()).json()["code"] == "account-not-found"


# --- Added
def test_a_new_default_takes_the_place_of_another(manager, account):
    old = AccountSpaceFactory.create(account=account, name="Old")
    elsewhere = AccountSpaceFactory.create(name="Elsewhere")

    assert add(manager, account, isDefault=True).status_code == 201

    assert defaults(account) == ["Runners"]
    assert defaults(elsewhere.account) == ["Elsewhere"]
    assert version_of(old) == 2


def test_the_same_space_again_is_success_and_changes_nothing(manager, account):
    given: dict[str, Any] = {"accountSpaceId": str(uuid4()), "isDefault": True}

    first, again = add(manager, account, **given), add(manager, account, **given)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert AccountSpace.objects.get().version == 1


@pytest.mark.parametrize(
    "other", [{"name": "Others"}, {"externalId": "others"}, {"isDefault": True}, None]
)
def test_an_id_that_is_taken_by_other_data_is_409(manager, account, other):
    AccountSpaceFactory.create(account=account, name="Old")
    given = str(uuid4())
    add(manager, account if other else AccountFactory.create(), accountSpaceId=given)

    answer = add(manager, account, accountSpaceId=given, **(other or {}))

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert defaults(account) == ["Old"]
    assert AccountSpace.objects.get(pk=given).name == "Runners"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("accountSpaceId", "seven", "invalid"),
        ("name", "", "blank"),
        ("name", "x" * 201, "max-length"),
        ("externalId", None, "null"),
        ("externalId", "x" * 201, "max-length"),
    ],
)
def test_a_wrong_value_is_422_by_its_field_and_changes_nothing(
    manager, account, field, value, code
):
    space = AccountSpaceFactory.create()

    answer = add(manager, account, **{field: value})

    assert (answer.status_code, fields_of(answer)) == (422, {field: code})
    if field != "accountSpaceId":
        assert fields_of(change(manager, space, **{field: value})) == {field: code}
    assert (AccountSpace.objects.get(), version_of(space)) == (space, 1)


def test_a_name_and_an_external_id_are_one_space_s_in_an_account(manager, account):
    add(manager, account)
    other = space_of(account, "Other")

    answers = [
        add(manager, account, name="Others"),
        add(manager, account, name="RUNNERS", externalId="others"),
        change(manager, other, externalId="runners"),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (409, "external-id-taken"),
        (409, "space-name-taken"),
        (409, "external-id-taken"),
    ]
    assert (account.spaces.count(), version_of(other)) == (2, 1)
    assert add(manager, AccountFactory.create()).status_code == 201


# --- Changed
def test_what_is_given_is_changed_and_the_rest_stays(manager):
    space = AccountSpaceFactory.create()
    same = change(manager, space, externalId=space.external_id, isDefault=True)

    answer = change(manager, space, name="New")

    assert (same.status_code, same["ETag"]) == (200, '"1"')
    assert (answer.status_code, answer["ETag"], answer.json()["name"]) == (200, '"2"', "New")
    assert answer.json()["externalId"] == space.external_id
    assert answer.json()["isDefault"] is True


def test_making_another_space_the_default_moves_it(manager, account):
    AccountSpaceFactory.create(account=account, name="Old")
    space = space_of(account, "New")

    answer = change(manager, space, isDefault=True)

    assert (answer.json()["isDefault"], defaults(account)) == (True, ["New"])
    change(manager, space, isDefault=False)
    assert defaults(account) == []  # an account may be left without one


def test_of_two_that_become_the_default_at_once_one_is(committed_manager):
    account = AccountFactory.create()
    AccountSpaceFactory.create(account=account, name="Old")
    spaces = [space_of(account, name) for name in ("first", "second")]
    clients = [committed_manager, client_of(MANAGE)]

    first, second = raced(
        lambda: change(clients[0], spaces[0], isDefault=True),
        lambda: change(clients[1], spaces[1], isDefault=True),
    )

    assert (first.status_code, second.status_code) == (200, 200)
    assert defaults(account) == ["second"]


# --- Switched
def test_a_space_is_switched_off_and_on(manager):
    space = AccountSpaceFactory.create()

    off, on = switch(manager, space, False), switch(manager, space, True)

    assert (off.status_code, off.content, off["ETag"]) == (204, b"", '"2"')
    assert (on.status_code, on["ETag"]) == (204, '"3"')
    for value in (None, "perhaps"):
        wrong = switch(manager, space, value)
        assert (wrong.status_code, list(fields_of(wrong))) == (422, ["isActive"])


def test_a_space_in_use_is_not_switched_off(manager):
    space = AccountSpaceFactory.create()
    AlbumFactory.create(face_space=space)

    answer = switch(manager, space, False)

    assert (answer.status_code, answer.json()["code"]) == (409, "account-space-in-use")
    assert version_of(space) == 1
    assert switch(manager, space_of(space.account, "Other"), False).status_code == 204
