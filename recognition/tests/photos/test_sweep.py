"""The sweep of photos and callbacks."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.messaging.models import Outage
from foundation.records.quick_redis import quick_redis
from recognition import due as wakeups
from recognition.models import Callback, Photo
from recognition.providers.pace import pause_in_words
from recognition.tasks import sweep_photos_task
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db")

WINDOW = 5


@pytest.fixture(autouse=True)
def _small_empty_queue(settings: Settings) -> Iterator[None]:
    settings.PROCESSING_WAKEUP_WINDOW = WINDOW
    empty_queue()
    empty_queue("maintenance")
    yield
    empty_queue()
    empty_queue("maintenance")


def empty_queue(name: str = wakeups.QUEUE) -> int:
    """Empty a queue; return how many messages it had."""
    with quick_redis() as client:
        client.delete("recognition:sweep-pending")
    with current_app.connection_for_write() as connection:
        count: int = current_app.amqp.queues[name](connection.channel()).purge() or 0
        return count


def due_photos(count: int, *, priority: int = 0) -> list[Photo]:
    album = AlbumFactory.create(priority=priority)
    moment = timezone.now() - timedelta(seconds=1)
    return PhotoFactory.create_batch(count, album=album, numbers_next_attempt_on=moment)


def still_due() -> int:
    return Photo.objects.due(timezone.now()).count()


def test_sweep_wakes_workers_for_callbacks_before_photos():
    due_photos(WINDOW)
    CallbackFactory.create_batch(3, next_attempt_on=timezone.now() - timedelta(seconds=1))

    sweep_photos_task()

    assert not Callback.objects.filter(next_attempt_on__lte=timezone.now()).exists()
    assert still_due() == 3


@pytest.mark.parametrize(("due", "again", "sweeps"), [(3, "", 1), (3, "yes", 2), (-1, "", 0)])
def test_sweep_sweeps_again_while_more_may_be_due(due, again, sweeps):
    due_photos(WINDOW + due)

    sweep_photos_task()
    if due > 0:
        sweep_photos_task(again=again)

    assert empty_queue("maintenance") == sweeps


def outage() -> Outage:
    """Return a pause of the number provider."""
    now = timezone.now()
    return Outage.objects.create(
        service="number-provider",
        name="number provider",
        failures=5,
        since=now,
        next_probe_on=now + timedelta(seconds=30),
        reason="It is away.",
    )


def waiting_photo(reason: str, **fields: object) -> Photo:
    """Return a photo that returns in an hour."""
    return PhotoFactory.create(
        numbers_next_attempt_on=timezone.now() + timedelta(hours=1), number_failure=reason, **fields
    )


def woken() -> int:
    return WINDOW - wakeups.room()


def test_sweep_takes_those_of_urgent_albums_first_when_a_pause_is_over(monkeypatch):
    monkeypatch.setattr("recognition.tasks.CANDIDATES", 2)
    pause = outage()
    for priority in (0, 50, 0, 50):
        waiting_photo(pause_in_words(pause), album__priority=priority)
    end_outages(EndOutagesCommand(services=[pause.service], now=timezone.now()))

    sweep_photos_task()

    claimed = Photo.objects.exclude(numbers_claim=None)
    assert list(claimed.values_list("album__priority", flat=True)) == [50, 50]


def test_sweep_leaves_alone_what_waits_for_another_pause_or_another_reason():
    over = outage()
    end_outages(EndOutagesCommand(services=[over.service], now=timezone.now()))
    pause = outage()
    Outage.objects.filter(pk=pause.pk).update(name="number provider of today")
    pause.refresh_from_db()
    waiting_photo(f"{pause_in_words(pause)}: It is away.")
    waiting_photo("The number provider asks us to wait (Retry-After).")
    waiting_photo(f"{pause_in_words(over)}: It is away.", callback_due_on=timezone.now())

    sweep_photos_task()

    assert woken() == 0
