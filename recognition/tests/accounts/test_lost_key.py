"""With credentials that no key reads, an account…"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from foundation.staff.tests.staff_pages import change_page, form_errors, save
from recognition.commands.accounts.face_accounts import UNREADABLE
from recognition.models import Account
from recognition.tests.calls.accounts import AWS, BOTH, NEW, change, create, path
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


@BOTH
def test_account_without_its_key_is_shown(manager, account, version):
    assert manager.get(path(account, version=version)).status_code == 200
    assert manager.get(path(version=version)).json()["count"] == 1


@BOTH
def test_account_without_its_key_takes_new_credentials(manager, account, version):
    answer = change(manager, account, version, credentials={"key": "new"})

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert Account.objects.get().credentials == {"key": "new"}


@BOTH
def test_account_without_its_key_is_renamed_and_keeps_what_is_stored(manager, account, version):
    before = stored()

    answer = change(manager, account, version, name="New")

    assert answer.status_code == 200
    assert (Account.objects.get().name, stored()) == ("New", before)


@BOTH
@pytest.mark.parametrize("fields", [{"baseUrl": "http://faces:1"}, {"provider": "sandbox"}])
def test_account_without_its_key_is_not_set_up_in_another_way_without_new_ones(
    manager: APIClient, account: Account, version: int, fields: dict[str, str]
) -> None:
    before = stored()

    answer = change(manager, account, version, name="New", **fields)

    assert (answer.status_code, faults_in(answer)) == (422, {"credentials": UNREADABLE})
    assert (Account.objects.get().version, stored()) == (1, before)


@BOTH
def test_account_without_its_key_is_set_up_in_another_way_with_new_ones(manager, account, version):
    answer = change(manager, account, version, **AWS)

    changed = Account.objects.get()
    assert (answer.status_code, changed.version) == (200, 2)
    assert (changed.provider, changed.credentials) == ("rekognition", AWS["credentials"])


@BOTH
def test_account_without_its_key_is_not_taken_for_the_same_at_a_repeated_creation(
    manager: APIClient, account: Account, version: int
) -> None:
    answer = create(manager, version, accountId=str(account.pk))

    assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")
    assert Account.objects.get().version == 1


# --- The page of staff


def changed(client: Client, account: Account, **fields: Any) -> Any:
    given = {"name": "Faces", "provider": "local", "base_url": NEW["baseUrl"], **fields}
    return save(client, account, **given)


def test_account_without_its_key_is_shown_on_its_page(admin_client, account):
    assert admin_client.get(change_page(account)).status_code == 200


def test_account_without_its_key_takes_new_credentials_from_staff(admin_client, account):
    changed(admin_client, account, credential_key="new")

    assert Account.objects.get().credentials == {"key": "new"}


def test_account_without_its_key_is_renamed_by_staff_and_keeps_what_is_stored(
    admin_client: Client, account: Account
) -> None:
    before = stored()

    changed(admin_client, account, name="New")

    assert (Account.objects.get().name, stored()) == ("New", before)


def test_account_without_its_key_is_moved_by_staff_with_new_ones_only(admin_client, account):
    answer = changed(admin_client, account, base_url="http://faces:1")

    assert form_errors(answer) == {"__all__": [UNREADABLE]}
    assert Account.objects.get().version == 1
