"""Photos are counted: those that wait, by the hour, and by the reason why they failed…"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from foundation.messaging.models import Outage, OutboxMessage
from foundation.staff.display import address_of_list
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
from recognition.photos.deliveries import (
    delivery_in_words,
    get_deliveries,
    photos_not_delivered,
    states_of_undelivered,
)
from recognition.records.photo_state import settle
from recognition.tests.calls.staff_pages import listed, page_of, read, signed_in
from recognition.tests.factories import AlbumFactory, PhotoFactory, sent_of
from recognition.tests.statements import counted

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 10, 30, tzinfo=UTC)


def test_by_a_sweep_where_they_are_many(monkeypatch):
    monkeypatch.setattr("recognition.photos.backlog.MANY", 1)
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


def delivered(photo: Photo, seconds: float, version: int = 1) -> None:
    sent_of(photo, "tags", version, delivered_on=photo.created_on + timedelta(seconds=seconds))


def test_by_where_they_stand_and_a_week_before_beside(django_assert_num_queries):
    for hours, state in ((0.1, "New"), (1, "Processed"), (2, "Failed"), (11, "Deleted")):
        received(hours, state)
    received(7 * 24 + 1)
    received(16 * 24)

    for _ in range(COUNTED_HOURS // 10):
        count_hours(NOW)

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


MOMENT = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def sent(photo: Photo, kind: str, version: int, **fields: Any) -> OutboxMessage:
    """Write a message with a version of the photo's results, which the photo has then."""
    message = sent_of(photo, kind, version, **{"created_on": MOMENT, "due_on": MOMENT, **fields})
    photo.refresh_from_db()
    return message


def tags_of(photo: Photo) -> str:
    """Return how far the tags are, in words."""
    return delivery_in_words(photo, get_deliveries(photo)[1])


def test_persons_and_tags_have_states_of_their_own() -> None:
    photo = PhotoFactory.create()
    new = [(each.kind, each.state, each.version) for each in get_deliveries(photo)]
    assert new == [("persons", "NotSent", 0), ("tags", "NotSent", 0)]
    sent(photo, "persons", 3, delivered_on=MOMENT)
    sent(photo, "tags", 4)

    persons, tags = get_deliveries(photo)
    assert (persons.state, persons.version, persons.since) == ("Delivered", 3, MOMENT)
    assert (tags.state, tags.version, tags.since) == ("Waiting", 4, MOMENT)

    # While the photo service is paused, the end of the pause counts.
    until = MOMENT + timedelta(minutes=3)
    pause = {"service": "lane peer:photo-service", "name": "photo-service", "since": MOMENT}
    Outage.objects.create(**pause, next_probe_on=until, reason="It does not answer.")
    tags = get_deliveries(photo)[1]
    assert (tags.next_attempt_on, tags.reason) == (until, "It does not answer.")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"delivered_on": MOMENT}, "Version 7 was delivered at 2026-05-17 09:30:00 UTC."),
        (
            {"dead_on": MOMENT, "reason": "422 no such photo"},
            "Not delivered: version 7 was given up at 2026-05-17 09:30:00 UTC. 422 no such photo",
        ),
        (
            {"withdrawn_on": MOMENT, "reason": "The photo was deleted."},
            "Version 7 was withdrawn at 2026-05-17 09:30:00 UTC. The photo was deleted.",
        ),
        (
            {"reason": "503 away", "attempts": 1},
            (
                "Not delivered: version 7 has waited since 2026-05-17 09:30:00 UTC; "
                "next attempt at 2026-05-17 09:30:00 UTC. The last attempt failed: 503 away"
            ),
        ),
    ],
)
def test_each_state_is_in_words(fields: dict[str, Any], words: str) -> None:
    photo = PhotoFactory.create()
    sent(photo, "tags", 7, **fields)

    assert tags_of(photo) == words


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("Processed", "Version 8 was delivered."),
        ("Deleted", "Version 8 was delivered or withdrawn."),
    ],
)
def test_a_message_that_was_deleted_had_been_delivered(state: str, words: str) -> None:
    photo = PhotoFactory.create(state=state)
    sent(photo, "tags", 7, dead_on=MOMENT)
    sent(photo, "tags", 8, delivered_on=MOMENT).delete()

    assert tags_of(photo) == words


def test_photos_are_found_by_what_is_not_delivered(staff):
    waiting, given_up, delivered, withdrawn, _untouched = PhotoFactory.create_batch(5)
    sent(waiting, "tags", 1, delivered_on=MOMENT)
    sent(waiting, "persons", 1)
    sent(given_up, "tags", 1, dead_on=MOMENT)
    sent(delivered, "tags", 7, dead_on=MOMENT)  # does not matter after a later version
    sent(delivered, "tags", 8, delivered_on=MOMENT)
    sent(withdrawn, "tags", 1, withdrawn_on=MOMENT)
    OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer:photo-service", key="x", body={}
    )

    assert set(photos_not_delivered()) == {waiting, given_up}
    assert get_deliveries(delivered)[1].state == "Delivered"
    assert set(listed(staff, Photo, delivery="missing")) == {waiting.pk, given_up.pk}
    page = read(staff, address_of_list(Photo))
    assert ("Waiting" in page, "Given up" in page) == (True, True)


def test_the_photos_of_a_page_take_one_statement() -> None:
    photos = PhotoFactory.create_batch(3)
    sent(photos[0], "tags", 1)
    sent(photos[0], "persons", 1, dead_on=MOMENT)
    sent(photos[1], "tags", 1, delivered_on=MOMENT)

    with counted() as statements:
        states = states_of_undelivered(photos)

    assert states == {photos[0].pk: {"Waiting", "GivenUp"}}
    assert len(statements.sent) == 1


def test_the_page_of_a_photo_has_both_with_links_to_the_messages(staff, client):
    photo = PhotoFactory.create(state="Processed")
    sent(photo, "persons", 3, delivered_on=MOMENT)
    message = sent(photo, "tags", 14, reason="503 <b>away</b>")

    page = page_of(staff, Photo, photo.pk)

    assert "Version 3 was delivered at 2026-05-17 09:30:00 UTC." in page
    assert "Not delivered: version 14 has waited since 2026-05-17 09:30:00 UTC" in page
    assert "503 &lt;b&gt;away&lt;/b&gt;" in page
    address = address_of_list(OutboxMessage, q=message.key)
    assert f'href="{address}"' in page
    assert message.key in read(staff, address)
    user = User.objects.create_user("kim", is_staff=True)  # who may not see messages
    user.user_permissions.add(Permission.objects.get(codename="view_photo"))
    client.force_login(user)
    assert "outboxmessage" not in page_of(client, Photo, photo.pk)


def test_with_the_time_to_the_first_delivery():
    for seconds in (10, 20, 30):
        delivered(received(0.25), seconds)
    delivered(received(0.25), 100_000, version=2)
    delivered(received(5), 60)

    measure_deliveries(NOW)

    times = {each.hour.hour: each for each in list_delivery_times(NOW)}
    assert times[10].half == 20
    assert times[10].most == pytest.approx(29)
    assert (times[5].half, times[5].most) == (60, 60)
    assert times[9].half is None
