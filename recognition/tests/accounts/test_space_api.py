"""Spaces of accounts over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Account, AccountSpace
from recognition.tests.calls.spaces import BOTH, add, path
from recognition.tests.factories import AccountFactory, AccountSpaceFactory


@pytest.fixture
def account(db: None) -> Account:
    return AccountFactory.create()


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
def test_spaces_open_to_recognition_managers_only(caller, anybody, version):
    space = AccountSpaceFactory.create()
    of = space.account_id
    stranger = caller("tagging.manage", "internal.call", username="stranger")

    for client, status in ((anybody, 401), (stranger, 403)):
        answers = calls(client, of, space, version)
        answers += [add(client, of, version), client.get(path(of, version=version))]
        assert [answer.status_code for answer in answers] == [status] * 5
    assert AccountSpace.objects.get().version == 1
