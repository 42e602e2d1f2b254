"""Accounts at face providers over the AdminApi…"""

import json
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Account
from recognition.tests.calls.accounts import BOTH, SECRET, change, create, path, switch
from recognition.tests.factories import AccountFactory


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
        "requestsPerSecond",
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


@pytest.mark.parametrize(
    "query",
    [
        {"provider": "x"},
        {"ordering": "baseUrl"},
        {"page": "x"},
        {"isActive": "1"},
        {"isActive": "True"},
        {"isActive": "maybe"},
    ],
)
def test_a_list_refuses_what_it_does_not_understand(manager, query):
    assert manager.get(path(), query).status_code == 422


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
def test_accounts_open_to_recognition_managers_only(caller, anybody, version):
    account = AccountFactory.create()
    stranger = caller("tagging.manage", "internal.call", username="stranger")

    for client, status in ((anybody, 401), (stranger, 403)):
        answers = [*calls(client, account, version), create(client, version)]
        answers.append(client.get(path(version=version)))
        assert [answer.status_code for answer in answers] == [status] * 5
    assert json.dumps(list(Account.objects.values_list("version", "is_active"))) == "[[1, true]]"
