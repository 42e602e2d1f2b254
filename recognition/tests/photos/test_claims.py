"""Claims: a process that works on a photo has a lease, and may save nothing after it has ended."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once
from recognition import due
from recognition.models import Callback, NumberRequest, Photo
from recognition.processing.processing import process_claimed_photo, read_numbers
from recognition.processing.storing import Claim, claim_due_callbacks, claim_due_photos
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


def claimed_one_by_one() -> list[UUID]:
    return [each.photo_id for _ in range(4) for each in claim(timezone.now(), limit=1)]


def test_photos_are_claimed_by_priority_then_by_age() -> None:
    later = due_photo(0, minutes=1)
    urgent = due_photo(5, minutes=1)
    oldest = due_photo(0, minutes=9, step="faces")
    more_urgent = due_photo(7, minutes=2, step="faces")

    assert claimed_one_by_one() == [more_urgent.pk, urgent.pk, oldest.pk, later.pk]


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
