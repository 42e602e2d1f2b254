"""What comes in all the time: photos over the bus, taggers, activities by callback and by bus."""

import json
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
from tools.bench.publishing import album_of, publish
from tools.bench.upgrade.versions import Version
from tools.bench.works.pool import Person
from tools.bench.works.stubborn import Journal, StubbornTagger
from tools.sandbox.testing import SandboxClient
from tools.sandbox.truth import derive

TAGGER_REST = 0.25  # seconds before each request
AGAIN = 10  # each tenth activity is sent twice

# Run by the version before, whose tables these are.
_SEED = """
import json, sys
import django
django.setup()
from recognition.models import Photo
from tools.bench.activities import program as runs
from tools.bench.works.pool import add_albums, add_people, add_tasks, token_of_service
tasks, taggers, participants = map(int, sys.argv[1:])
add_tasks(add_albums(4), tasks)
people = [add_people(1, tasks_per_work=(5, 10)[n % 2])[0] for n in range(taggers)]
program = runs.make_program(participants)
runs.add_tasks(program, 40)
print(json.dumps({
    "people": [[str(one.tagator_id), one.email, one.token] for one in people],
    "program": [str(program.program_id), str(program.exercise_id),
                [str(one) for one in program.participants]],
    "source": runs.token_of_a_source(),
    "lead": token_of_service("tagging.manage"),
    "photos": [str(one) for one in Photo.objects.values_list("pk", flat=True)],
}))
"""


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


def seed(version: Version, tasks: int, taggers: int) -> Seed:
    """Let a version make tagging tasks, taggers and a program."""
    made = json.loads(version.run("-c", _SEED, str(tasks), str(taggers), "50").splitlines()[-1])
    program, exercise, participants = made["program"]
    return Seed(
        people=[Person(tagator_id=UUID(i), email=e, token=t) for i, e, t in made["people"]],
        program=Program(
            program_id=UUID(program),
            exercise_id=UUID(exercise),
            participants=[UUID(one) for one in participants],
        ),
        source_token=made["source"],
        lead_token=made["lead"],
        photos=frozenset(made["photos"]),
    )


@contextmanager
def coming_in(
    given: Seed, sandbox: SandboxClient, rate: float, all_done: Callable[[], object]
) -> Iterator[Load]:
    """Send all the time, so many photos and as many activities a second, until the block ends.

    Then taggers finish what is left of their tasks without a rest.

    :param all_done: waits until no task is left.
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
    with ThreadPoolExecutor(len(taggers) + 2) as threads:
        busy: list[Future[None]] = [
            threads.submit(_publish_photos, load, sandbox, rate, ended),
            threads.submit(_send_activities, load, given, rate, ended),
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


def _publish_photos(load: Load, sandbox: SandboxClient, rate: float, ended: Flag) -> None:
    pixel = sandbox.url("album", "/pixel.jpg")
    for number in _paced(rate, ended):
        [photo] = album_of([f"{pixel}?{number}"])
        truth = derive(str(photo.photo_id))
        load.photos[photo.photo_id] = {
            "persons": [person["id"] for person in truth["persons"]],
            "tags": [tag["value"] for tag in truth["tags"]],
        }
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
