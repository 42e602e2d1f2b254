"""The sweep of photos and callbacks."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import Settings

from recognition import wakeups
from recognition.models import Callback, Photo
from recognition.tasks import sweep_photos_task
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory

WINDOW = 5

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture(autouse=True)
def _small_empty_queue(settings: Settings) -> Iterator[None]:
    settings.PROCESSING_WAKEUP_WINDOW = WINDOW
    empty_queue()
    yield
    empty_queue()


def empty_queue() -> None:
    with current_app.connection_for_write() as connection:
        current_app.amqp.queues[wakeups.QUEUE](connection.channel()).purge()


def due_photos(count: int, *, priority: int = 0) -> list[Photo]:
    album = AlbumFactory.create(priority=priority)
    moment = timezone.now() - timedelta(seconds=1)
    return PhotoFactory.create_batch(count, album=album, numbers_next_attempt_on=moment)


def still_due() -> int:
    return Photo.objects.due(timezone.now()).count()


def test_hints_no_more_than_the_queue_has_room_for():
    due_photos(WINDOW + 3)

    sweep_photos_task()

    assert (wakeups.room(), still_due()) == (0, 3)


def test_leaves_what_is_due_in_the_table_while_the_queue_is_full():
    due_photos(WINDOW + 3)
    sweep_photos_task()

    sweep_photos_task()

    assert (wakeups.room(), still_due()) == (0, 3)


def test_goes_on_when_there_is_room_again():
    due_photos(WINDOW + 3)
    sweep_photos_task()
    empty_queue()

    sweep_photos_task()

    assert (wakeups.room(), still_due()) == (WINDOW - 3, 0)


def test_hints_callbacks_before_photos():
    due_photos(WINDOW)
    CallbackFactory.create_batch(3, next_attempt_on=timezone.now() - timedelta(seconds=1))

    sweep_photos_task()

    assert not Callback.objects.filter(next_attempt_on__lte=timezone.now()).exists()
    assert still_due() == 3


def test_takes_photos_of_the_highest_priority_first():
    due_photos(WINDOW)
    urgent = due_photos(WINDOW, priority=50)

    sweep_photos_task()

    left = Photo.objects.due(timezone.now()).values_list("pk", flat=True)
    assert not {photo.pk for photo in urgent} & set(left)
