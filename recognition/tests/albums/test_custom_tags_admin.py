"""On staff's page of an album its custom tags…"""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User

from foundation.staff.tests.staff_pages import form_errors, opened_version, save, send
from recognition.models import Album
from recognition.tests.calls.staff_forms import album_form
from recognition.tests.factories import AlbumFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def album() -> Album:
    """An album with two custom tags."""
    found: Album = AlbumFactory.create()
    for name in ("finish", "podium"):
        found.custom_tags.create(name=name)
    return found


def names(album: Album) -> list[str]:
    return list(album.custom_tags.order_by("name").values_list("name", flat=True))


def form_with(album: Album, *rows: dict[str, Any]) -> dict[str, Any]:
    """Return the form of an album with the tags that it has, changed as the rows say, or added."""
    known = [{"id": tag.pk, "name": tag.name} for tag in album.custom_tags.order_by("pk")]
    rows = tuple({**old, **new} for old, new in zip(known, rows, strict=False)) + rows[len(known) :]
    given = album_form(album)
    for at, row in enumerate([*rows, *known[len(rows) :]]):
        given |= {f"custom_tags-{at}-{field}": value for field, value in row.items()}
    counts = {"TOTAL_FORMS": max(len(rows), len(known)), "INITIAL_FORMS": len(known)}
    return given | {f"custom_tags-{name}": count for name, count in counts.items()}


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([{}, {}, {"name": "start"}], ["finish", "podium", "start"]),
        ([{"name": "arrival"}], ["arrival", "podium"]),
        ([{"DELETE": "on"}], ["podium"]),
        ([{"DELETE": "on"}, {"DELETE": "on"}, {"name": "finish"}], ["finish"]),
    ],
)
def test_custom_tags_are_added_renamed_and_removed_as_its_next_version(
    admin_client, album, rows, kept
):
    save(admin_client, album, **form_with(album, *rows))

    album.refresh_from_db()
    assert (names(album), album.version) == (kept, 2)


def test_custom_tags_that_stay_are_no_change(admin_client, album):
    save(admin_client, album, **form_with(album))

    album.refresh_from_db()
    assert (names(album), album.version) == (["finish", "podium"], 1)


def test_custom_tags_that_another_member_of_staff_changed_meanwhile_are_not_put_back(
    admin_client, album
):
    opened, stale = opened_version(admin_client, album), form_with(album, {}, {}, {"name": "start"})
    save(admin_client, album, **form_with(album, {"name": "arrival"}))

    answer = send(admin_client, album, opened, **stale)

    assert "__all__" in form_errors(answer)
    assert names(album) == ["arrival", "podium"]


@pytest.mark.parametrize("rights", [["change_album"], ["change_album", "view_albumcustomtag"]])
def test_custom_tags_stay_where_the_member_of_staff_may_not_change_them(client, album, rights):
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(user)

    save(client, album, **form_with(album, {"DELETE": "on"}) | {"priority": 9})

    album.refresh_from_db()
    assert (names(album), album.priority) == (["finish", "podium"], 9)
