"""With credentials that no key reads, an account…"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from foundation.staff.tests.staff_pages import change_page, form_errors, save
from recognition.commands.accounts.face_accounts import UNREADABLE
from recognition.models import Account
from recognition.tests.calls.accounts import AWS, NEW, change, create, path
from recognition.tests.calls.api import faults_in
from recognition.tests.factories import AccountFactory


@pytest.fixture
def account(db: None, settings: Any) -> Account:
    """Return an account whose credentials were written by a key that is gone."""
    settings.CREDENTIALS_KEYS = ["gone"]
    found: Account = AccountFactory.create(
        name="Faces", provider="local", base_url=NEW["baseUrl"], credentials=NEW["credentials"]
    )
    settings.CREDENTIALS_KEYS = ["another key"]
    return Account.objects.get(pk=found.pk)


def stored() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT credentials FROM recognition_account")
        return str(cursor.fetchone()[0])


def test_account_without_its_key_is_shown_and_renamed_and_keeps_what_is_stored(manager, account):
    before = stored()

    assert manager.get(path(account)).status_code == 200
    assert manager.get(path()).json()["count"] == 1
    assert change(manager, account, name="New").status_code == 200

    assert (Account.objects.get().name, stored()) == ("New", before)


@pytest.mark.parametrize("fields", [{"credentials": {"key": "new"}}, AWS])
def test_account_without_its_key_takes_new_credentials(manager, account, fields):
    answer = change(manager, account, **fields)

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert Account.objects.get().credentials == fields["credentials"]


@pytest.mark.parametrize("fields", [{"baseUrl": "http://faces:1"}, {"provider": "sandbox"}])
def test_account_without_its_key_is_not_set_up_in_another_way_without_new_ones(
    manager, account, fields
):
    before = stored()

    answer = change(manager, account, name="New", **fields)

    assert (answer.status_code, faults_in(answer)) == (422, {"credentials": UNREADABLE})
    again = create(manager, accountId=str(account.pk))  # it is not taken for the same
    assert (again.status_code, again.json()["code"]) == (409, "id-taken")
    assert (Account.objects.get().version, stored()) == (1, before)


def changed(client: Client, account: Account, **fields: Any) -> Any:
    given = {"name": "Faces", "provider": "local", "base_url": NEW["baseUrl"], **fields}
    return save(client, account, **given)


def test_account_without_its_key_is_changed_by_staff(admin_client, account):
    before = stored()

    assert admin_client.get(change_page(account)).status_code == 200
    moved = changed(admin_client, account, base_url="http://faces:1")
    assert form_errors(moved) == {"__all__": [UNREADABLE]}
    changed(admin_client, account, name="New")
    assert (Account.objects.get().name, stored()) == ("New", before)

    changed(admin_client, account, credential_key="new")
    assert Account.objects.get().credentials == {"key": "new"}
