"""Photos and callbacks that are due are claimed by leases and taken up by the sweep…"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.messaging.models import Outage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.quick_redis import quick_redis
from recognition import due
from recognition import due as wakeups
from recognition.models import Callback, NumberRequest, Photo
from recognition.processing.processing import process_claimed_photo, read_numbers
from recognition.processing.storing import Claim, claim_due_callbacks, claim_due_photos
from recognition.providers.pace import pause_in_words
from recognition.tasks import sweep_photos_task
from recognition.tests.calls.processes import consume, process_photos_in
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory, published
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


def claim(now: datetime, limit: int = 1000) -> list[Claim]:
    return claim_due_photos(now, limit)


def due_photos(count: int, now: datetime) -> None:
    album = AlbumFactory.create(priority=3)
    for _ in range(count):
        PhotoFactory.create(album=album, numbers_next_attempt_on=now - timedelta(seconds=1))


def test_two_sweeps_share_what_is_due() -> None:
    now = timezone.now()
    due_photos(60, now)
    CallbackFactory.create_batch(20, next_attempt_on=now)

    parts = at_once(*[partial(claim, now, limit=20)] * 4)
    of_callbacks = at_once(*[partial(claim_due_callbacks, now, 10)] * 4)

    claims = [each for part in parts for each in part] + claim(now)
    assert len({each.photo_id for each in claims}) == len(claims) == 60
    assert {each.priority for each in claims} == {3}
    callbacks = [each.pk for part in of_callbacks for each in part]
    assert len(set(callbacks)) == len(callbacks) == 20
    assert not Callback.objects.filter(next_attempt_on__lte=now).exists()


def due_photo(priority: int, *, step: str = "numbers", **ago: int) -> Photo:
    due_on = timezone.now() - timedelta(**ago)
    return PhotoFactory.create(album__priority=priority, **{f"{step}_next_attempt_on": due_on})


def test_photos_are_claimed_by_priority_then_by_age() -> None:
    later = due_photo(0, minutes=1)
    urgent = due_photo(5, minutes=1)
    oldest = due_photo(0, minutes=9, step="faces")
    more_urgent = due_photo(7, minutes=2, step="faces")

    claimed = [each.photo_id for _ in range(4) for each in claim(timezone.now(), limit=1)]
    assert claimed == [more_urgent.pk, urgent.pk, oldest.pk, later.pk]


def test_callbacks_are_claimed_by_priority_among_the_candidates(monkeypatch):
    monkeypatch.setattr(due, "CANDIDATES", 2)
    now = timezone.now()
    old, urgent, too_new = (
        CallbackFactory.create(
            request__photo__album__priority=priority,
            next_attempt_on=now - timedelta(minutes=minutes),
        )
        for priority, minutes in ((0, 3), (5, 2), (9, 1))
    )

    claims = claim_due_callbacks(now, 3)

    assert [each.pk for each in claims] == [urgent.pk, old.pk]
    assert Callback.objects.filter(next_attempt_on__lte=now).get() == too_new


def test_a_claim_that_no_process_fulfils_is_due_again_when_its_lease_ends(settings: Any) -> None:
    now = timezone.now()
    due_photos(1, now)

    assert len(claim(now)) == 1
    assert len(claim(now + settings.PROCESSING_LEASE - timedelta(seconds=1))) == 0
    assert len(claim(now + settings.PROCESSING_LEASE)) == 1


def test_a_photo_is_processed_once_however_often_its_wakeup_comes(peers):
    now = timezone.now()
    due_photos(1, now)
    [old] = claim(now)
    [claimed] = claim(now + timedelta(hours=1))

    process_claimed_photo(old.photo_id, old.claim_id, now)  # of an earlier claim
    assert peers.stats("number-provider")["requests"] == 0
    for _ in range(2):
        process_claimed_photo(claimed.photo_id, claimed.claim_id, now)

    assert NumberRequest.objects.count() == 1
    assert peers.stats("number-provider")["requests"] == 1


def test_a_process_that_was_too_slow_counts_no_failure(peers: SandboxClient) -> None:
    """Another has taken over, asked, and is waiting for the callback."""
    now = timezone.now()
    due_photos(1, now)
    claim(now)
    slow = Photo.objects.with_album().get()
    peers.behave("number-provider", callback={"lostRate": 1})
    process_photos_in(hours=1)
    waiting = Photo.objects.get()
    peers.behave("number-provider", failure_rate=1)

    read_numbers(slow, now)

    photo = Photo.objects.get()
    assert waiting.state == photo.state == "AwaitingCallback"
    assert photo.callback_due_on == waiting.callback_due_on
    assert photo.number_attempts == 0


def test_a_process_that_dies_after_the_commit_leaves_the_photo_to_the_sweep(peers, monkeypatch):
    def die(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr("recognition.handlers.process_published_photo", die)
        assert consume("photos.photo-published", published(AlbumFactory.create()))
    assert Photo.objects.get().state == "New"

    assert process_photos_in(minutes=4) == 1

    assert Photo.objects.get().state == "AwaitingCallback"


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


def photos_due_now(count: int, *, priority: int = 0) -> list[Photo]:
    album = AlbumFactory.create(priority=priority)
    moment = timezone.now() - timedelta(seconds=1)
    return PhotoFactory.create_batch(count, album=album, numbers_next_attempt_on=moment)


def test_sweep_wakes_workers_for_callbacks_before_photos():
    photos_due_now(WINDOW)
    CallbackFactory.create_batch(3, next_attempt_on=timezone.now() - timedelta(seconds=1))

    sweep_photos_task()

    assert not Callback.objects.filter(next_attempt_on__lte=timezone.now()).exists()
    assert Photo.objects.due(timezone.now()).count() == 3


@pytest.mark.parametrize(("due", "again", "sweeps"), [(3, "", 1), (3, "yes", 2), (-1, "", 0)])
def test_sweep_sweeps_again_while_more_may_be_due(due, again, sweeps):
    photos_due_now(WINDOW + due)

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

    assert wakeups.room() == WINDOW
