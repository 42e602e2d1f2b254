"""Photos that are not processed are counted by reason…"""

import pytest
from django.db import connection
from django.test import Client

from foundation.staff.links import address_of_list
from recognition.commands.photos.state import UNDER_WAY, settle
from recognition.models import Album, Photo
from recognition.providers.failures import group_of_reason
from recognition.queries.photos import reasons
from recognition.queries.photos.reasons import ReasonCount, group_failed, group_unsettled
from recognition.tests.calls.staff_pages import listed, read, signed_in
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

BROKEN = "The image is no JPEG, PNG or WebP that can be read."


def failed(album: Album, failure: str, **fields: object) -> Photo:
    """Return a photo whose numbers failed, settled."""
    photo = PhotoFactory.create(album=album, number_failure=failure, number_attempts=8, **fields)
    settle(photo)
    return photo


def counts(groups: list[ReasonCount]) -> list[tuple[str, str, int]]:
    return [(each.state.value, each.reason, each.count) for each in groups]


@pytest.mark.parametrize(
    ("reason", "group"),
    [
        ("The number provider answered 503.", "The number provider answered 503."),
        ("The picture cannot be read: it is empty.", "The picture cannot be read."),
        ("The image broke off (ClientPayloadError).", "The image broke off."),
        ("The face provider A is paused since 2026-11-23 08:00:00 UTC: It broke.",
         "The face provider A is paused."),
        ("Item 12345 failed. It failed again.", "Item failed."),
        ("", ""),
    ],
)  # fmt: skip
def test_whose_sentence_has_nothing_that_differs_from_photo_to_photo(reason, group):
    assert group_of_reason(reason) == group


def test_over_all_albums_and_in_one_the_most_frequent_first(monkeypatch):
    one, other = AlbumFactory.create(), AlbumFactory.create()
    failed(one, "The picture cannot be read: it is empty.")
    failed(one, "The picture cannot be read: it is damaged.")
    failed(other, BROKEN)
    failed(other, BROKEN)
    failed(other, BROKEN)
    PhotoFactory.create(album=one, state="Processed")

    assert counts(group_failed()) == [
        ("Failed", BROKEN, 3),
        ("Failed", "The picture cannot be read.", 2),
    ]
    assert counts(group_failed(one.pk)) == [("Failed", "The picture cannot be read.", 2)]
    monkeypatch.setattr(reasons, "MANY", 1)
    assert [each.count for each in group_failed()] == [2, 2]
    monkeypatch.setattr(reasons, "MOST_REASONS", 1)
    assert len(group_failed()) == 1


def test_in_an_album_also_those_that_wait() -> None:
    album = AlbumFactory.create(state="Off")
    settle(PhotoFactory.create(album=album))
    failed(album, BROKEN, state="Failed")
    album.store(state="On")
    again = failed(album, "", state="Failed")
    again.numbers_next_attempt_on = again.created_on
    settle(again)

    assert counts(group_unsettled(album.pk)) == [
        ("New", "Recognition is off for the album.", 1),
        ("Failed", BROKEN, 1),
        ("Failed", UNDER_WAY, 1),
    ]


def test_in_the_list_of_photos(client: Client) -> None:
    staff, album = signed_in(client), AlbumFactory.create()
    photo, other = failed(album, BROKEN), failed(album, "It broke.")

    page = read(staff, address_of_list(Photo, state="Failed", album=album.pk))
    found = listed(staff, Photo, reason=BROKEN)

    assert f"{BROKEN} 1" in page
    assert found == [photo.pk]
    assert listed(staff, Photo, state="Failed", album=album.pk, reason="It broke.") == [other.pk]
    assert listed(staff, Photo, reason="") == []


def test_by_an_index_alone() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {reasons._FAILED}", {"reasons": 50, "most": 10})
        plan = "\n".join(row[0] for row in cursor.fetchall())

    # Which index it is depends on the statistics of the table, which has only a few rows here.
    assert "Index" in plan
    assert "Seq Scan" not in plan
