"""A competitor service is down for minutes of event time while answers keep coming.

Time is the commands' `now`, which goes on in steps; all callbacks that are due in a step are
applied at once by more threads than there ever are, as by that many workers, then the photos.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from recognition.commands.photos.callbacks import apply_callback
from recognition.commands.photos.sweeping import claim_due_callbacks
from recognition.models import (
    Album,
    Callback,
    CallbackState,
    CompetitorInstance,
    Photo,
    PhotoAttempt,
    PhotoNumber,
)
from recognition.providers.start_lists import start_numbers_of
from recognition.tests.calls.outages import pauses
from recognition.tests.calls.processes import process_photos_at
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
)
from tools.sandbox.client import SandboxClient

SERVICE = "competitor-service"
STEP = timedelta(seconds=10)
UP = timedelta(minutes=4)
WORKERS = 14
PER_SECOND = 1.0
# In a step come those who waited, and those that were set a step back by its jitter.
AT_ONCE = int(PER_SECOND * STEP.total_seconds()) + 3
# The longest time between two probes, and two for each of those who wait: some come too early.
BACK_AFTER = timedelta(minutes=2)

pytestmark = pytest.mark.usefixtures("transactional_db")


@dataclass(slots=True, kw_only=True)
class Course:
    """What happened: requests in each step."""

    requests: dict[timedelta, int] = field(default_factory=dict)

    def between(self, start: timedelta, end: timedelta) -> list[int]:
        return [count for time, count in self.requests.items() if start <= time < end]


@pytest.fixture
def instance(peers: SandboxClient, settings: Any) -> CompetitorInstance:
    settings.PROCESSING_MAX_ATTEMPTS = 8
    settings.PROVIDER_RESUME_PER_SECOND = PER_SECOND
    instance: CompetitorInstance = CompetitorInstanceFactory.create(base_url=peers.url(SERVICE))
    return instance


def album_of(peers: SandboxClient, instance: CompetitorInstance) -> Album:
    """Return an album whose start list holds one number."""
    album: Album = AlbumFactory.create(tenant__competitor_instance=instance)
    peers.set_start_list(album.pk, ["101"])
    return album


def answered(album: Album, now: datetime) -> Callback:
    """Return a callback that has come now, with a number of the list and one that is not in it."""
    due = now + timedelta(minutes=30)
    photo = PhotoFactory.create(
        album=album, state="AwaitingCallback", callback_due_on=due, numbers_next_attempt_on=due
    )
    callback: Callback = CallbackFactory.create(
        request__photo=photo,
        payload={"persons": [], "tags": [{"value": "101"}, {"value": "7"}]},
        next_attempt_on=now,
    )
    return callback


def one_step(workers: ThreadPoolExecutor, now: datetime) -> None:
    claims = claim_due_callbacks(now, 1000)
    for done in [workers.submit(in_a_thread, claim.pk, now) for claim in claims]:
        done.result()
    process_photos_at(now)


def in_a_thread(callback_id: UUID, now: datetime) -> None:
    try:
        apply_callback(callback_id, now)
    finally:
        connection.close()


def play(peers: SandboxClient, albums: list[Album], end: timedelta) -> Course:
    """Send an answer for each album in each step until the service is up; go on to the end."""
    start, course = timezone.now(), Course()
    with ThreadPoolExecutor(WORKERS) as workers:
        for number in range(int(end / STEP)):
            time = number * STEP
            if time < UP:
                for album in albums:
                    answered(album, start + time)
            if time == UP:
                nothing_is_decided()
                peers.behave(SERVICE, failure_rate=0, throttle_rate=0, drop_rate=0)
            before = peers.stats(SERVICE)["requests"]
            one_step(workers, start + time)
            course.requests[time] = peers.stats(SERVICE)["requests"] - before
    return course


def nothing_is_decided() -> None:
    photos = set(Photo.objects.values_list("state", "number_attempts", "number_recognized"))
    assert photos == {("AwaitingCallback", 0, False)}
    assert set(Callback.objects.values_list("state", flat=True)) == {CallbackState.STORED}
    assert not PhotoNumber.objects.exists()


@pytest.mark.parametrize(
    "down", [{"failure_rate": 1}, {"throttle_rate": 1, "retry_after": 5}, {"drop_rate": 1}]
)
def test_start_list_outage_fails_no_photo_and_spreads_the_requests(peers, instance, down):
    albums = [album_of(peers, instance) for _ in range(2)]
    peers.behave(SERVICE, **down)
    waiting = len(albums) * UP / STEP

    course = play(peers, albums, UP + BACK_AFTER + timedelta(seconds=2 * waiting / PER_SECOND))

    assert set(Photo.objects.values_list("state", "number_attempts")) == {("Processed", 0)}
    assert PhotoNumber.objects.filter(value="101", rejection="").count() == waiting
    assert PhotoNumber.objects.filter(value="7", rejection="NotInStartList").count() == waiting
    # Down: the failures that pause it, then a probe now and then. Up again: a few at once, until
    # one of them has the list.
    assert sum(course.between(timedelta(0), UP)) <= 15
    assert max(course.between(6 * STEP, UP)) <= 1
    assert sum(course.between(UP, max(course.requests))) <= AT_ONCE
    assert PhotoAttempt.objects.count() <= waiting + 10
    assert pauses().get().ended_on is not None


def test_start_list_outage_a_known_list_is_used_until_it_is_too_old_and_then_photos_wait(
    peers: SandboxClient, instance: CompetitorInstance, settings: Any
) -> None:
    settings.START_LIST_FRESH_FOR = timedelta(minutes=1)
    settings.START_LIST_STALE_FOR = timedelta(minutes=2)
    album, start = album_of(peers, instance), timezone.now()
    start_numbers_of(album, start)
    peers.behave(SERVICE, failure_rate=1)

    with ThreadPoolExecutor(WORKERS) as workers:
        for number in range(30):
            now = start + number * STEP
            # The lock is kept by the clock of Redis, which knows nothing of our time.
            cache.delete(f"start-list:{instance.pk}:{album.pk}:lock")
            answered(album, now)
            one_step(workers, now)

    states = list(Photo.objects.order_by("created_on").values_list("state", "number_attempts"))
    assert states == [("Processed", 0)] * 18 + [("AwaitingCallback", 0)] * 12
    assert peers.stats(SERVICE)["requests"] <= 1 + 20
    assert pauses().get().ended_on is None


def test_start_list_outage_one_answer_for_several_photos_waits_for_all_of_them(peers, instance):
    """The photos that it speaks of beside its own would otherwise miss theirs at every turn."""
    album, now = album_of(peers, instance), timezone.now()
    callback = answered(album, now)
    other = answered(album, now)
    tags = [
        {"name": str(photo), "value": "101"} for photo in Photo.objects.values_list("pk", flat=True)
    ]
    Callback.objects.filter(pk=callback.pk).update(payload={"persons": [], "tags": tags})
    other.delete()
    peers.behave(SERVICE, failure_rate=1)

    with ThreadPoolExecutor(WORKERS) as workers:
        for number in range(30):
            process_photos_at(now + number * STEP)
            one_step(workers, now + number * STEP)
    nothing_is_decided()
    peers.behave(SERVICE, failure_rate=0)
    with ThreadPoolExecutor(WORKERS) as workers:
        for number in range(30, 50):
            one_step(workers, now + number * STEP)

    assert set(Photo.objects.values_list("state", "number_attempts")) == {("Processed", 0)}
    assert peers.stats("number-provider")["requests"] == 0
