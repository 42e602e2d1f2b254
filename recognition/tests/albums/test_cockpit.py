"""The page of an album begins with how the album stands…"""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.staff.links import address_of_list, address_of_page
from recognition.commands.photos.state import settle
from recognition.models import Album, Photo
from recognition.providers.start_lists import StartList
from recognition.tests.calls.staff_pages import page_of, read, signed_in
from recognition.tests.factories import AlbumFactory, CompetitorInstanceFactory, PhotoFactory

pytestmark = pytest.mark.django_db

BROKEN = "The picture cannot be read."


@pytest.fixture
def staff(client: Client) -> Client:
    return signed_in(client)


def part_of(album: Album, name: str) -> str:
    return address_of_page(Album, album.pk).replace("change/", f"{name}/")


def failed(album: Album, **fields: Any) -> Photo:
    photo = PhotoFactory.create(
        album=album, number_failure=f"{BROKEN[:-1]}: it is empty.", **fields
    )
    settle(photo)
    return photo


def given_up(photo: Photo) -> None:
    Photo.objects.filter(pk=photo.pk).update(tags_version=1)
    OutboxMessage.objects.create(
        kind="Peer",
        destination="photo-service",
        lane="peer:photo-service",
        key=f"{photo.pk}/tags",
        body={"version": 1},
        dead_on=timezone.now(),
    )


def kept(album: Album, *numbers: str) -> None:
    """Put a start list where it is when it was fetched."""
    assert album.tenant is not None
    album.tenant.store(competitor_instance=CompetitorInstanceFactory.create(name="Runners"))
    known = StartList(start_numbers=numbers, digest="", etag="e", checked_on=timezone.now())
    key = f"start-list:{album.tenant.competitor_instance_id}:{album.pk}"
    cache.set(key, known, 60)


def test_with_its_photos_by_state_and_reason_each_with_its_list_and_an_action(staff):
    album = AlbumFactory.create()
    photos = [failed(album), failed(album)]
    failed(AlbumFactory.create())

    page = page_of(staff, Album, album.pk)

    listed = address_of_list(Photo, album=album.pk, state="Failed", reason=BROKEN)
    assert f'href="{listed.replace("&", "&amp;")}">Failed 2</a>' in page
    assert f">{BROKEN}<" in page
    address = page.partition("Process again…</a>")[0].rpartition('href="')[2].partition('"')[0]
    asked = read(staff, address.replace("&amp;", "&"))
    assert "This processes <strong>2 photos</strong>" in asked
    assert all(str(photo.pk) in asked for photo in photos)


def test_with_what_is_not_delivered(staff: Client) -> None:
    album = AlbumFactory.create()
    given_up(PhotoFactory.create(album=album, state="Processed"))
    given_up(PhotoFactory.create(state="Processed"))

    page = page_of(staff, Album, album.pk)

    address = address_of_list(Photo, album=album.pk, delivery="missing").replace("&", "&amp;")
    assert f'<a class="text-link" href="{address}">1</a>' in page
    assert "has all results" in page_of(staff, Album, AlbumFactory.create().pk)


def test_and_replaces_that_part_only_while_something_goes_on(staff: Client) -> None:
    album = AlbumFactory.create()
    photo = PhotoFactory.create(album=album)
    address = part_of(album, "standing")

    assert f'data-refresh="{address}" data-every="5"' in page_of(staff, Album, album.pk)
    part = read(staff, address)
    assert part.startswith('<section id="album-standing"')
    assert "New 1" in part
    Photo.objects.filter(pk=photo.pk).update(state="Processed")
    assert "data-refresh" not in read(staff, address)


def test_with_the_start_list_which_can_be_searched(staff: Client) -> None:
    album = AlbumFactory.create()
    assert "the tenant has no competitor service" in page_of(staff, Album, album.pk)
    kept(album, "101", "1010", "7", "<b>")

    page, address = page_of(staff, Album, album.pk), part_of(album, "start-list")

    assert f'href="{address}">4 numbers from Runners, confirmed' in page
    assert "<li>7</li>" in read(staff, address)
    found = read(staff, f"{address}?q=101")
    assert "2 with “101”" in found
    assert "<li>1010</li>" in found
    assert "<li>7</li>" not in found
    cache.clear()
    assert "No list is fetched yet from Runners." in read(staff, address)


def test_without_links_and_actions_that_the_reader_may_not_follow(client: Client) -> None:
    album = AlbumFactory.create()
    failed(album)
    user = User.objects.create_user("ros", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_album"))
    client.force_login(user)

    part = read(client, part_of(album, "standing"))

    assert "Failed 1" in part
    assert "<a " not in part
    user.user_permissions.clear()
    parts = [client.get(part_of(album, name), secure=True) for name in ("standing", "start-list")]
    assert [answer.status_code for answer in parts] == [403, 403]
