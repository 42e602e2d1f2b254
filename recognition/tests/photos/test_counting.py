"""Photos are counted: those that wait, by the hour, and by the reason why they failed…"""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from foundation.messaging.models import OutboxMessage
from foundation.staff.links import address_of_list
from recognition.models import Album, Photo
from recognition.photos import backlog as reasons
from recognition.photos.backlog import ReasonCount, Waiting, get_photo_standing, group_failed
from recognition.photos.counting import (
    COUNTED_HOURS,
    count_hours,
    keep_backlog,
    list_days,
    list_delivery_times,
    measure_deliveries,
)
from recognition.records.state import settle
from recognition.tests.calls.staff_pages import listed, read, signed_in
from recognition.tests.factories import AlbumFactory, PhotoFactory, sent_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 10, 30, tzinfo=UTC)


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recognition.photos.backlog.MANY", 1)


def test_by_a_sweep_where_they_are_many(many: None):
    old, busy = AlbumFactory.create_batch(2, created_on=NOW - timedelta(days=99))
    since = NOW - timedelta(hours=3)
    PhotoFactory.create_batch(2, album=busy, state="Failed", created_on=since)
    PhotoFactory.create(album=old, state="New", created_on=NOW)
    PhotoFactory.create(album=old, state="Processed")
    keep_backlog(NOW)
    PhotoFactory.create(album=old, state="New")

    standing = get_photo_standing(NOW)

    failed, new = Waiting(count=2, since=since), Waiting(count=1, since=NOW)
    assert standing.by_state == {"Failed": failed, "New": new}
    found = [(album.album_id, album.photos, album.by_state) for album in standing.albums]
    assert found == [(busy.pk, 2, {"Failed": 2}), (old.pk, 2, {"New": 1})]


def received(hours_ago: float, state: str = "Processed") -> Photo:
    return PhotoFactory.create(state=state, created_on=NOW - timedelta(hours=hours_ago))


def count_all(now: datetime = NOW) -> None:
    for _ in range(COUNTED_HOURS // 10):
        count_hours(now)


def delivered(photo: Photo, seconds: float, version: int = 1) -> None:
    sent_of(photo, "tags", version, delivered_on=photo.created_on + timedelta(seconds=seconds))


def test_by_where_they_stand_and_a_week_before_beside(django_assert_num_queries):
    for hours, state in ((0.1, "New"), (1, "Processed"), (2, "Failed"), (11, "Deleted")):
        received(hours, state)
    received(7 * 24 + 1)
    received(16 * 24)

    count_all()

    with django_assert_num_queries(1):
        days = list_days(NOW)
    today, yesterday = days[-1], days[-2]
    assert today.by_end == {"processed": 1, "failed": 1, "deleted": 0, "unfinished": 1}
    assert (yesterday.by_end["deleted"], yesterday.by_end.total()) == (1, 1)
    assert (today.week_before, yesterday.week_before) == (1, 0)
    assert [day.day.day for day in days] == [11, 12, 13, 14, 15, 16, 17]


def test_without_measuring_a_settled_hour_twice(django_assert_num_queries):
    delivered(received(5), 60)
    measure_deliveries(NOW)
    OutboxMessage.objects.all().delete()

    measure_deliveries(NOW + timedelta(minutes=1))

    times = {each.hour.hour: each for each in list_delivery_times(NOW)}
    assert times[5].half == 60


BROKEN = "The image is no JPEG, PNG or WebP that can be read."


def failed(album: Album, failure: str, **fields: object) -> Photo:
    """Return a photo whose numbers failed, settled."""
    photo = PhotoFactory.create(album=album, number_failure=failure, number_attempts=8, **fields)
    settle(photo)
    return photo


def counts(groups: list[ReasonCount]) -> list[tuple[str, str, int]]:
    return [(each.state.value, each.reason, each.count) for each in groups]


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


def test_in_the_list_of_photos(client: Client) -> None:
    staff, album = signed_in(client), AlbumFactory.create()
    photo, other = failed(album, BROKEN), failed(album, "It broke.")

    page = read(staff, address_of_list(Photo, state="Failed", album=album.pk))
    found = listed(staff, Photo, reason=BROKEN)

    assert f"{BROKEN} 1" in page
    assert found == [photo.pk]
    assert listed(staff, Photo, state="Failed", album=album.pk, reason="It broke.") == [other.pk]
    assert listed(staff, Photo, reason="") == []
