"""A provider is down for six minutes of event time while photos keep coming.

Time is the commands' `now`, which goes on in steps; all photos that are due in a step
are processed at once by more threads than there ever are photos, as by that many workers.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from recognition.commands.photos.processing import process_published_photo
from recognition.commands.photos.publishing import PublishPhotoCommand, publish_photo
from recognition.commands.photos.sweeping import claim_due_photos
from recognition.models import Album, Callback, CallbackState, Photo, Strategy
from recognition.tests.calls.outages import pauses
from recognition.tests.calls.processes import process_claim, until
from recognition.tests.factories import AlbumFactory
from recognition.tests.play.sandbox_albums import album_with_faces
from tools.sandbox.client import SandboxClient

STEP = timedelta(seconds=10)
DOWN, UP = timedelta(minutes=1), timedelta(minutes=7)
END = timedelta(minutes=10, seconds=30)
WORKERS = 14
PER_SECOND = 1.0
# In a step come those who waited, a new photo, and those that were set a step back by its jitter.
AT_ONCE = int(PER_SECOND * STEP.total_seconds()) + 3


@dataclass(slots=True, kw_only=True)
class Course:
    """What happened: requests in each step, and how many photos waited at most."""

    requests: dict[timedelta, int] = field(default_factory=dict)
    waiting: int = 0

    def between(self, start: timedelta, end: timedelta) -> list[int]:
        return [count for time, count in self.requests.items() if start <= time < end]


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("service", ["face-provider", "number-provider"])
def test_provider_outage_fails_no_photo_and_spreads_the_requests(wires, settings, service):
    settings.PROCESSING_MAX_ATTEMPTS = 8
    settings.PROVIDER_RESUME_PER_SECOND = PER_SECOND
    faces = service == "face-provider"
    album = album_with_faces(wires) if faces else AlbumFactory.create(strategy=Strategy.NUMBER)

    course = play(wires, service, album)
    settle_callbacks(wires, service)

    states = set(Photo.objects.values_list("state", flat=True))
    assert states == {"Processed"}
    assert Photo.objects.count() == END / STEP
    assert course.waiting > 2 * AT_ONCE  # at the end of it, for each to be asked about at once
    # Down: the failures that pause it, then a probe now and then. Up again: a few at a time.
    assert sum(course.between(DOWN, UP)) <= 20
    assert max(course.between(DOWN + 6 * STEP, UP)) <= 1
    assert max(course.between(UP, END)) <= AT_ONCE
    assert wires.stats(service)["maxInFlight"] <= AT_ONCE
    assert pauses().get().ended_on is not None


def play(wires: SandboxClient, service: str, album: Album) -> Course:
    """Publish a photo each step, and process what is due, from the start to the end."""
    start, course = timezone.now(), Course()
    image = wires.url("album", "/pixel.jpg")
    wires.behave(service, latency=0.05)
    with ThreadPoolExecutor(WORKERS) as workers:
        for number in range(int(END / STEP)):
            time = number * STEP
            if time in (DOWN, UP):
                wires.behave(service, failure_rate=int(time == DOWN))
            before = wires.stats(service)["requests"]
            one_step(workers, album, image, start + time)
            course.requests[time] = wires.stats(service)["requests"] - before
            course.waiting = max(course.waiting, Photo.objects.filter(state="New").count())
    return course


def one_step(workers: ThreadPoolExecutor, album: Album, image: str, now: datetime) -> None:
    claims = claim_due_photos(now, 1000)
    jobs: list[Callable[[], None]] = [lambda: publish(album, image, now)]
    jobs += [lambda claim=claim: process_claim(claim, now) for claim in claims]  # type: ignore[misc]
    for done in [workers.submit(in_a_thread, job) for job in jobs]:
        done.result()


def publish(album: Album, image: str, now: datetime) -> None:
    command = PublishPhotoCommand(
        photo_id=uuid4(),
        album_id=album.pk,
        tenant_id=album.tenant_id or uuid4(),
        photographer_id=None,
        shooting_date=None,
        image_url=image,
        told_on=now,
        now=now,
    )
    photo = publish_photo(command)
    assert photo is not None
    process_published_photo(photo, now)


def in_a_thread(job: Callable[[], None]) -> None:
    try:
        job()
    finally:
        connection.close()


def settle_callbacks(wires: SandboxClient, service: str) -> None:
    if service == "number-provider":
        settled = Callback.objects.exclude(state=CallbackState.STORED)
        until(lambda: settled.count() == Photo.objects.count())
