"""PATCH admin-api/…/albums/{albumId}/recognition/settings, on two real connections…"""

from typing import Any

from rest_framework.test import APIClient

from recognition.models import Account
from recognition.tests.calls.api import MANAGE, client_of, raced
from recognition.tests.calls.settings import body, patch, path, settings_of
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory


def test_of_two_changes_of_one_version_the_later_is_409(committed_manager):
    album = AlbumFactory.create()
    other = client_of(MANAGE)

    def change(client: APIClient, capacity: int) -> Any:
        given = body(startNumberCapacity=capacity)
        return client.patch(path(album, 2), given, format="json", headers={"If-Match": '"1"'})

    first, second = raced(lambda: change(committed_manager, 7), lambda: change(other, 8))

    assert (first.status_code, second.status_code) == (204, 409)
    assert second.json()["code"] == "version-conflict"
    assert settings_of(album)[2] == 7


def test_of_two_priorities_of_one_version_the_later_is_409(committed_manager):
    album = AlbumFactory.create()
    address = f"/admin-api/api/v1/albums/{album.pk}/priority"
    other = client_of(MANAGE)

    def change(client: APIClient, priority: int) -> Any:
        headers = {"If-Match": '"1"'}
        return client.patch(address, {"priority": priority}, format="json", headers=headers)

    first, second = raced(lambda: change(committed_manager, 7), lambda: change(other, 8))

    assert (first.status_code, second.status_code) == (204, 409)
    album.refresh_from_db()
    assert (album.priority, album.version) == (7, 2)


def test_an_account_that_is_switched_off_meanwhile_is_not_chosen(committed_manager):
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create()
    off = f"/admin-api/api/v2/accounts/{space.account_id}/active"
    other = client_of(MANAGE)

    first, second = raced(
        lambda: committed_manager.put(off, {"isActive": False}, format="json"),
        lambda: patch(other, album, providerId=str(space.account_id)),
    )

    assert (first.status_code, second.status_code) == (204, 422)
    assert settings_of(album)[3] is None


def test_an_account_that_is_chosen_meanwhile_is_not_switched_off(committed_manager):
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create()
    off = f"/admin-api/api/v2/accounts/{space.account_id}/active"
    other = client_of(MANAGE)

    first, second = raced(
        lambda: patch(committed_manager, album, providerId=str(space.account_id)),
        lambda: other.put(off, {"isActive": False}, format="json"),
    )

    assert (first.status_code, second.status_code) == (204, 409)
    assert Account.objects.get().is_active
