"""What comes in all the time: photos over the bus, taggers, activities by callback and by bus.

It goes on while parts are broken: each sender repeats what was not acknowledged.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event as Flag
from typing import Any
from uuid import UUID

from tools.bench.activities.program import Program, runs_of
from tools.bench.activities.sources import publish_events, send_callbacks
from tools.bench.ending import Sets
from tools.bench.publishing import Published, album_of, publish
from tools.bench.works.pool import Person
from tools.bench.works.stubborn import Journal, StubbornTagger
from tools.sandbox.testing import SandboxClient
from tools.sandbox.truth import derive

TAGGER_REST = 0.25  # seconds before each request
AGAIN = 10  # each tenth activity is sent twice

SETTINGS = {
    "DEFAULT_STRATEGY": "FaceNumber",
    "NUMBER_PROVIDER_URL": "http://127.0.0.1:{SANDBOX_PORT}/number-provider",
    "LOG_LEVEL": "WARNING",
    # Shorter leases than in production, so that work of a dead process is taken over sooner.
    "PROCESSING_LEASE_SECONDS": "8",
    "NUMBER_PROVIDER_TIMEOUT": "4",
    "PROCESSING_BACKOFF_BASE_SECONDS": "1",
    "PROCESSING_BACKOFF_CAP_SECONDS": "5",
    "CALLBACK_WAKEUP_GRACE_SECONDS": "6",
    "CALLBACK_OVERDUE_SECONDS": "40",
    "OUTBOX_LEASE_SECONDS": "8",
    "PEER_TIMEOUT": "2",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
    "BUS_VISIBILITY_SECONDS": "8",
    "CELERY_VISIBILITY_SECONDS": "30",
    "DATABASE_POOL_TIMEOUT": "5",
}
PROVIDER = {
    "truth": "derive",
    "latency": [0.0, 0.1],
    "callback": {
        "delay": [0.0, 1.0],
        "doubledRate": 0.1,
        "lateRate": 0.1,
        "lateBy": 2,
        "attempts": 40,
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seed:
    """Who acts, with their tokens, the program of the activities, and the taggers' photos."""

    people: Sequence[Person]
    program: Program
    source_token: str
    lead_token: str
    photos: Set[str]


@dataclass(slots=True, kw_only=True)
class Load:
    """What was sent, and what those who sent it know; `events`: activities sent over the bus."""

    photos: dict[UUID, Sets] = field(default_factory=dict)
    activities: list[Mapping[str, Any]] = field(default_factory=list)
    events: int = 0
    journals: Mapping[str, Journal] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


@contextmanager
def coming_in(
    given: Seed,
    sandbox: SandboxClient,
    rate: float,
    all_done: Callable[[], object],
    disturb: Callable[[Flag], object] = Flag.wait,
) -> Iterator[Load]:
    """Send all the time, so many photos and as many activities a second, until the block ends.

    Then taggers finish what is left of their tasks without a rest.

    :param all_done: waits until no task is left.
    :param disturb: works beside them until its flag is set, when the block ends.
    """
    load, ended, stop = Load(), Flag(), Flag()
    port = int(os.environ["WEB_PORT"])
    taggers = [StubbornTagger(port, one, stop, n) for n, one in enumerate(given.people)]
    for tagger in taggers:
        tagger.rest = TAGGER_REST
    taggers[0].skips = 0.0  # no one may take a task again that they skipped
    load.journals = {
        str(one.tagator_id): tagger.journal
        for one, tagger in zip(given.people, taggers, strict=True)
    }
    with ThreadPoolExecutor(len(taggers) + 3) as threads:
        busy: list[Future[Any]] = [
            threads.submit(_publish_photos, load, sandbox, rate, ended),
            threads.submit(_send_activities, load, given, rate, ended),
            threads.submit(disturb, ended),
            *(threads.submit(tagger.work) for tagger in taggers),
        ]
        try:
            yield load
            ended.set()
            for tagger in taggers:
                tagger.rest = 0
            all_done()
        finally:
            ended.set()
            stop.set()
    load.errors = [f"{type(e).__name__}: {e}" for one in busy if (e := one.exception())]


def photos_of(sandbox: SandboxClient, count: int) -> list[Published]:
    """Make an album of so many photos."""
    pixel = sandbox.url("album", "/pixel.jpg")
    return album_of([f"{pixel}?{number}" for number in range(count)])


def derived(photos: Sequence[Published]) -> dict[UUID, Sets]:
    """Return the results that the sandbox derives from each photo's id."""
    wanted: dict[UUID, Sets] = {}
    for photo in photos:
        truth = derive(str(photo.photo_id))
        wanted[photo.photo_id] = {
            "persons": [person["id"] for person in truth["persons"]],
            "tags": [tag["value"] for tag in truth["tags"]],
        }
    return wanted


def _publish_photos(load: Load, sandbox: SandboxClient, rate: float, ended: Flag) -> None:
    sandbox.replace_behaviour("number-provider", PROVIDER)
    for _ in _paced(rate, ended):
        [photo] = photos_of(sandbox, 1)
        load.photos |= derived([photo])
        publish([photo], meanwhile=_pause)


def _send_activities(load: Load, given: Seed, rate: float, ended: Flag) -> None:
    for number in _paced(rate, ended):
        [body] = runs_of(given.program, 1)
        participants = given.program.participants
        body["userId"] = str(participants[number % len(participants)])
        load.activities.append(body)
        waiting: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
        for _ in range(2 if number % AGAIN == 0 else 1):
            waiting.put(body)
        if number % 2:
            load.events += waiting.qsize()
            publish_events(waiting, Flag())
        else:
            send_callbacks(waiting, given.source_token, Flag())


def _paced(rate: float, ended: Flag) -> Iterator[int]:
    """Count at this rate a second, whatever the answers take, until the end."""
    began, number = time.monotonic(), 0
    while not ended.wait(max(0.0, began + number / rate - time.monotonic())):
        yield number
        number += 1


def _pause() -> None:
    time.sleep(0.2)
