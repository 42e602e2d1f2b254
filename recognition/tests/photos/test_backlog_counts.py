"""Photos that wait are counted for the home page…"""

from datetime import UTC, datetime, timedelta

import pytest

from recognition.commands.photos.counting import keep_backlog
from recognition.models import BacklogCount, Photo
from recognition.queries.photos.backlog import Waiting, get_photo_standing
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 10, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recognition.queries.photos.backlog.MANY", 1)


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


def test_again_with_none_left_of_what_has_ended(many: None):
    PhotoFactory.create_batch(3, state="Failed")
    keep_backlog(NOW)
    Photo.objects.update(state="New")

    keep_backlog(NOW + MINUTE)

    assert {row.state for row in BacklogCount.objects.all()} == {"New"}
    assert get_photo_standing(NOW).by_state["New"].count == 3


def test_at_once_where_they_are_few():
    keep_backlog(NOW)
    PhotoFactory.create(state="Failed")

    assert get_photo_standing(NOW).by_state["Failed"].count == 1


def test_at_once_where_no_sweep_has_counted_them(many: None):
    PhotoFactory.create_batch(3, state="Failed")

    assert get_photo_standing(NOW).by_state["Failed"].count == 3


def test_for_the_albums_with_the_most_and_the_newest(many: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("recognition.queries.photos.backlog.ALBUMS", 1)
    days_ago = (1, 2, 30, 40)
    newest, _, few, most = (
        AlbumFactory.create(created_on=NOW - timedelta(days=days)) for days in days_ago
    )
    PhotoFactory.create_batch(2, album=few, state="Failed")
    PhotoFactory.create_batch(3, album=most, state="New")
    keep_backlog(NOW)

    albums = [each.album_id for each in get_photo_standing(NOW).albums]

    assert albums == [most.pk, newest.pk]
