"""PATCH and PUT active of an account over the AdminApi…"""

from typing import Any

import pytest
from rest_framework.test import APIClient

from recognition.models import Account, Album
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
    switch,
)
from recognition.tests.calls.api import MANAGE, client_of, faults_in, fields_of, raced
from recognition.tests.factories import AccountFactory, AccountSpaceFactory, AlbumFactory


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
    ("field", "value"), [("name", ""), ("provider", None), ("baseUrl", "x"), ("credentials", [])]
)
def test_a_wrong_change_is_422_and_changes_nothing(manager, version, field, value):
    account = AccountFactory.create()

    answer = change(manager, account, version, **{field: value})

    assert (answer.status_code, list(fields_of(answer))) == (422, [field])
    assert Account.objects.get().version == 1


@BOTH
@pytest.mark.parametrize(
    ("fields", "pace", "tag"),
    [
        ({"requestsPerSecond": 5}, 5, '"2"'),
        ({"requestsPerSecond": 2.5}, 2.5, '"1"'),
        ({"requestsPerSecond": None}, None, '"2"'),
        ({"name": "New"}, 2.5, '"2"'),
        ({"name": "New", "requestsPerSecond": 5}, 5, '"2"'),
    ],
)
def test_requests_a_second_are_changed_removed_or_left(manager, version, fields, pace, tag):
    account = AccountFactory.create(requests_per_second=2.5)

    answer = change(manager, account, version, **fields)

    assert (answer.status_code, answer["ETag"]) == (200, tag)
    assert answer.json()["requestsPerSecond"] == pace
    assert Account.objects.get().requests_per_second == pace


@BOTH
@OUT_OF_RANGE
def test_requests_a_second_that_cannot_be_are_422_and_stay(manager, version, pace, code):
    account = AccountFactory.create(requests_per_second=2.5)

    answer = change(manager, account, version, name="New", requestsPerSecond=pace)

    assert (answer.status_code, fields_of(answer)) == (422, {"requestsPerSecond": code})
    account.refresh_from_db()
    assert (account.requests_per_second, account.version) == (2.5, 1)


@BOTH
@NOT_SET_UP
def test_a_change_that_takes_what_the_provider_needs_is_422_by_field(
    manager, version, fields, wrong
):
    create(manager)
    account = Account.objects.get()

    answer = change(manager, account, version, name="New", **fields)

    assert (answer.status_code, answer.json()["code"]) == (422, "account-not-set-up")
    assert faults_in(answer) == wrong
    assert SECRET not in answer.content.decode()
    account.refresh_from_db()
    assert (account.name, account.version) == ("Faces", 1)
    assert account.credentials == NEW["credentials"]


def test_a_change_of_provider_is_held_to_the_credentials_that_are_there(manager):
    create(manager)

    answer = change(manager, Account.objects.get(), provider="rekognition")

    assert faults_in(answer) == {
        "credentials": "key is no credential of rekognition. The credential region is missing."
    }
    assert Account.objects.get().provider == "local"


def test_an_account_moves_to_another_provider_in_one_change(manager):
    create(manager)

    answer = change(manager, Account.objects.get(), **AWS)

    account = Account.objects.get()
    assert (answer.status_code, account.version) == (200, 2)
    assert (account.provider, account.credentials) == ("rekognition", AWS["credentials"])


@pytest.mark.parametrize(("tag", "status"), [('"1"', 200), ('"2"', 409), ("x", 400)])
def test_a_change_is_held_to_the_version_named(manager, tag, status):
    account = AccountFactory.create()

    answer = manager.patch(path(account), {"name": "New"}, format="json", headers={"If-Match": tag})

    assert answer.status_code == status
    assert (Account.objects.get().name == "New") == (status == 200)


def test_of_two_changes_of_one_version_the_later_is_409(committed_manager):
    account = AccountFactory.create()
    clients = [committed_manager, client_of(MANAGE)]

    def rename(client: APIClient) -> Any:
        headers = {"If-Match": '"1"'}
        name = {"name": f"by {id(client)}"}
        return client.patch(path(account), name, format="json", headers=headers)

    first, second = raced(*[lambda c=client: rename(c) for client in clients])

    assert (first.status_code, second.status_code) == (200, 409)
    assert Account.objects.get().version == 2


# --- PUT active


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
    album = AlbumFactory.create(face_account=space.account, face_space=space)

    answer = switch(manager, space.account, False, version)

    assert (answer.status_code, answer.json()["code"]) == (409, "account-in-use")
    detail = f"An album uses the account: {album} ({album.pk})."
    assert answer.json()["detail"] == detail
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


def test_a_name_that_another_account_has_is_refused(manager):
    other, account = AccountFactory.create(name="Mine"), AccountFactory.create()

    answer = manager.patch(path(account), {"name": other.name}, format="json")

    account.refresh_from_db()
    assert (answer.status_code, answer.json()["code"]) == (409, "account-name-taken")
    assert (account.name == other.name, account.version) == (False, 1)
