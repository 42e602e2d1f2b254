"""Spaces of accounts over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Account, AccountSpace
from recognition.tests.calls.api import MANAGE, client_of, raced
from recognition.tests.factories import AccountFactory, AccountSpaceFactory

NEW = {"name": "Runners", "externalId": "runners"}


def path(account: Any, space: Any = None, rest: str = "") -> str:
    one = f"/{getattr(space, 'pk', space)}" if space else ""
    return f"/admin-api/api/v2/accounts/{getattr(account, 'pk', account)}/spaces{one}{rest}"


def add(client: APIClient, account: Any, **fields: Any) -> Any:
    return client.post(path(account), {**NEW, **fields}, format="json")


def change(client: APIClient, space: AccountSpace, **fields: Any) -> Any:
    return client.patch(path(space.account_id, space), fields, format="json")


def defaults(account: Account) -> list[str]:
    return list(account.spaces.filter(is_default=True).values_list("name", flat=True))


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


def space_of(account: Account, name: str, **fields: object) -> AccountSpace:
    return AccountSpaceFactory.create(account=account, name=name, is_default=False, **fields)


def version_of(space: AccountSpace) -> int:
    space.refresh_from_db()
    return space.version


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


def test_a_new_default_takes_the_place_of_another(manager, account):
    old = AccountSpaceFactory.create(account=account, name="Old")
    elsewhere = AccountSpaceFactory.create(name="Elsewhere")

    assert add(manager, account, isDefault=True).status_code == 201

    assert defaults(account) == ["Runners"]
    assert defaults(elsewhere.account) == ["Elsewhere"]
    assert version_of(old) == 2


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
