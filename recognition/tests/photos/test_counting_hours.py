"""Photos are counted by the hour…"""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation.messaging.models import OutboxMessage
from recognition.commands.photos.counting import COUNTED_HOURS, count_hours, measure_deliveries
from recognition.models import Photo, PhotoHour
from recognition.queries.photos.hours import list_days, list_delivery_times
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 17, 10, 30, tzinfo=UTC)


def received(hours_ago: float, state: str = "Processed") -> Photo:
    return PhotoFactory.create(state=state, created_on=NOW - timedelta(hours=hours_ago))


def count_all(now: datetime = NOW) -> None:
    for _ in range(COUNTED_HOURS // 10):
        count_hours(now)


def delivered(photo: Photo, seconds: float, version: int = 1) -> None:
    OutboxMessage.objects.create(
        kind="Peer",
        destination="photo-service",
        lane="peer:photo-service",
        key=f"{photo.pk}/tags",
        body={"version": version, "tags": []},
        delivered_on=photo.created_on + timedelta(seconds=seconds),
    )


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


def test_that_are_counted_or_measured_together_are_stored_by_one_statement():
    for count in (count_hours, measure_deliveries):
        with CaptureQueriesContext(connection) as queries:
            count(NOW)

        assert sum(query["sql"].startswith("INSERT") for query in queries) == 1


def test_again_until_a_late_change_is_seen():
    photo = received(50, "Failed")
    count_all()
    Photo.objects.filter(pk=photo.pk).update(state="Processed")

    count_all(NOW + timedelta(minutes=1))

    row = PhotoHour.objects.get(hour=photo.created_on.replace(minute=0))
    assert (row.failed, row.processed) == (0, 1)


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


def test_without_measuring_a_settled_hour_twice(django_assert_num_queries):
    delivered(received(5), 60)
    measure_deliveries(NOW)
    OutboxMessage.objects.all().delete()

    measure_deliveries(NOW + timedelta(minutes=1))

    times = {each.hour.hour: each for each in list_delivery_times(NOW)}
    assert times[5].half == 60


def test_once_where_counting_and_measuring_meet_in_a_row():
    delivered(received(0.25), 12)

    count_hours(NOW)
    measure_deliveries(NOW)
    count_hours(NOW)

    row = PhotoHour.objects.get(hour=NOW.replace(minute=0))
    assert (row.processed, row.half_within) == (1, 12)
