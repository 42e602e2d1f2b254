"""Events in any order, many times, over eight consumers: the end is as of each once, in order."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from threading import Thread
from typing import Any
from uuid import UUID, uuid5

import pytest
from django.utils import timezone

from foundation.messaging.bus import broker
from foundation.messaging.bus.cloud_events import Event
from foundation.messaging.bus.consumer import MESSAGES, Consumer
from foundation.messaging.models import InboxMessage
from recognition.models import Album, Callback, NumberRequest, Photo, Tenant
from recognition.tests.calls.processes import apply_callbacks, consume, deliver, event, until
from recognition.tests.conftest import delete_all
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

SPACE = UUID("9a3f0c6e-5d1b-4f1e-8f7a-0d8f6b1c2e3d")
COPIES = 20
ALBUMS = 3
PHOTOS, DELETED = 12, 4


def guid(kind: str, number: int) -> str:
    return str(uuid5(SPACE, f"{kind}{number}"))


def events() -> list[Event]:
    """Return each event once, in the order in which they happened."""
    albums = [
        event(
            "albums.album-created",
            {
                "albumId": guid("album", n),
                "tenantId": guid("tenant", n % 2),
                "name": f"Race {n}",
                "eventDate": "2026-05-17T06:00:00Z",
            },
        )
        for n in range(ALBUMS)
    ]
    published = [event("photos.photo-published", publication(n)) for n in range(PHOTOS)]
    deleted = [
        event("photos.photo-deleted", {"photoId": guid("photo", n), "albumId": album_of(n)})
        for n in range(0, PHOTOS, PHOTOS // DELETED)
    ]
    return [*albums, *published, *deleted]


def publication(n: int) -> dict[str, Any]:
    return {
        "photoId": guid("photo", n),
        "albumId": album_of(n),
        "tenantId": guid("tenant", n % ALBUMS % 2),
        "photographerId": guid("photographer", 1),
        "shootingDate": f"2026-05-17T09:{n:02}:00Z",
        "imageUrl": f"http://127.0.0.1:9/{n}.jpg",
    }


def album_of(n: int) -> str:
    return guid("album", n % ALBUMS)


def copies(happened: Iterable[Event], random: Random) -> list[Event]:
    """Return the copies in random order; every other one was published again, with another id."""
    made = [
        each if n % 2 else event(each.type, dict(each.data))
        for each in happened
        for n in range(COPIES)
    ]
    random.shuffle(made)
    return made


@pytest.mark.parametrize("strategy", ["FaceNumber", "Manual"])
def test_twenty_copies_over_eight_consumers_end_as_one_of_each_in_order(wires, settings, strategy):
    settings.DEFAULT_STRATEGY = strategy
    happened = events()
    wires.behave("number-provider", truth="derive")

    for each in happened:
        consume(each.type, dict(each.data), each.id)
    expected = end(wires)
    delete_all()
    wires.reset()
    wires.behave("number-provider", truth="derive")
    sent = copies(happened, Random(20260517))
    with consumers(8):
        before = received()
        for each in sent:
            broker.publish(each, each.type)
        until(lambda: received() - before >= len(sent), seconds=180)  # some come again

    found = end(wires)
    for kind, wanted in expected.items():
        assert found[kind] == wanted, kind
    assert InboxMessage.objects.count() == len({each.id for each in sent})
    assert len(expected["sent"]) == (0 if strategy == "Manual" else PHOTOS - DELETED)
    assert expected["tasks"] == Counter(Open=PHOTOS - DELETED if strategy == "Manual" else 0)


@contextmanager
def consumers(concurrency: int) -> Iterator[None]:
    """Consume from the bus meanwhile."""
    consumer = Consumer(concurrency)
    thread = Thread(target=consumer.run, name="consumer")
    thread.start()
    yield
    consumer.stop()
    thread.join()
    broker.close_publisher()


def received() -> int:
    """Return how many messages this process has taken in from the bus."""
    [family] = MESSAGES.collect()
    return sum(
        int(sample.value)
        for sample in family.samples
        if sample.name.endswith("_total") and sample.labels["verdict"] == "TakenIn"
    )


def end(sandbox: SandboxClient) -> dict[str, Any]:
    """Let everything come to its end, and return what then is where, without times and versions."""
    live = NumberRequest.objects.exclude(photo__state="Deleted").count()
    until(lambda: Callback.objects.exclude(request__photo__state="Deleted").count() == live)
    until(lambda: sandbox.stats("number-provider")["callbacksPending"] == 0)
    apply_callbacks(timezone.now() + timedelta(minutes=1))
    deliver()
    return {
        "tenants": set(Tenant.objects.values_list("pk", flat=True)),
        "albums": sorted(Album.objects.values_list("pk", "tenant", "name", "event_date")),
        "photos": {photo.pk: known_of(photo) for photo in Photo.objects.all()},
        "requests": live,
        "sent": sent_to(sandbox),
        "tasks": Counter(
            Open=sum(t["state"] == "Open" for t in sandbox.state("tagator-service")["tasks"])
        ),
    }


def known_of(photo: Photo) -> dict[str, Any]:
    """Return what is known of a photo; of a deleted one it does not matter what it was."""
    if photo.state == "Deleted":
        return {"state": photo.state, "reason": photo.reason_description}
    return {
        "album": photo.album_id,
        "state": photo.state,
        "image": photo.image_url,
        "shot": photo.shooting_date,
        "faces": photo.face_recognized,
        "numbers": sorted(photo.numbers.values_list("value", "rejection")),
        "persons": sorted(photo.persons.values_list("person_id", flat=True)),
        "attempts": photo.number_attempts,
    }


def sent_to(sandbox: SandboxClient) -> dict[str, Any]:
    """Return what the photo service holds."""
    state = sandbox.photo_service_state()
    return {photo: (state.tags(photo), state.persons(photo)) for photo in state.photos}
