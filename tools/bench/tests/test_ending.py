"""The end of a run …: chaos must detect every fault."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
import requests
from django.db import transaction
from django.utils import timezone

from foundation.messaging import outbox
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from recognition.models import Photo, PhotoNumber, PhotoPerson, PhotoState
from recognition.tests.factories import AlbumFactory
from tools.bench.ending import Ending, compare
from tools.sandbox.client import SandboxClient

SETS = {"persons": ["anna"], "tags": ["17"]}

pytestmark = pytest.mark.django_db


def save(**facts: Any) -> UUID:
    """Save a photo of an undisturbed run, except for these facts."""
    ended = {
        "state": PhotoState.PROCESSED,
        "face_recognized": True,
        "number_recognized": True,
        "persons_version": 2,
        "tags_version": 2,
        **facts,
    }
    photo = Photo.objects.create(pk=uuid4(), album=AlbumFactory.create(), **ended)
    PhotoPerson.objects.create(photo=photo, person_id="anna")
    PhotoNumber.objects.create(photo=photo, value="17", source="Provider")
    InboxMessage.objects.create(
        source="/test", event_id=str(photo.pk), topic="t", received_on=timezone.now()
    )
    return photo.pk


def deliver(sandbox: SandboxClient, photo: UUID, *, version: int = 2, **sets: list[Any]) -> None:
    """Deliver sets of a photo to the photo service."""
    for kind, items in sets.items():
        address = sandbox.url("photo-service", f"/api/v1/photos/{photo}/{kind}")
        requests.put(address, json={"version": version, kind: items}, timeout=60).raise_for_status()


def deliver_all(sandbox: SandboxClient, photo: UUID, *, version: int = 2) -> None:
    persons = [{"personId": "anna", "confidence": None, "box": None}]
    tags = [{"value": "17", "source": "Provider"}]
    deliver(sandbox, photo, version=version, persons=persons, tags=tags)


def ending_of(sandbox: SandboxClient, *photos: UUID) -> Ending:
    wanted: Mapping[UUID, Any] = dict.fromkeys(photos, SETS)
    return compare(wanted, sandbox)


def test_is_good_where_all_is_saved_and_delivered_or_repeated_in_the_same_version(sandbox):
    photo = save()
    deliver_all(sandbox, photo)
    once = ending_of(sandbox, photo)

    deliver_all(sandbox, photo)

    assert once == Ending(lost=0, doubled=0, repeated=0, differences=[])
    assert ending_of(sandbox, photo) == Ending(lost=0, doubled=0, repeated=2, differences=[])


def test_counts_a_photo_that_was_never_saved_or_never_published(sandbox):
    assert ending_of(sandbox, uuid4()).lost == 1
    deliver_all(sandbox, uuid4())
    assert ending_of(sandbox).doubled == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"state": PhotoState.FAILED},
        {"number_recognized": False},
        {"callback_due_on": timezone.now()},
        {"numbers_next_attempt_on": timezone.now()},
    ],
    ids=lambda facts: next(iter(facts)),
)
def test_counts_a_photo_that_is_not_finished(sandbox, facts):
    photo = save(**facts)
    deliver_all(sandbox, photo)

    assert ending_of(sandbox, photo).lost == 1


def test_counts_what_was_saved_and_not_delivered(sandbox):
    photo = save()
    deliver(sandbox, photo, persons=[{"personId": "anna", "confidence": None, "box": None}])

    assert ending_of(sandbox, photo).lost == 1


def test_counts_what_was_delivered_and_not_saved(sandbox):
    photo = save()
    deliver_all(sandbox, photo)
    PhotoPerson.objects.all().delete()

    assert ending_of(sandbox, photo).lost == 1


def test_counts_results_that_were_sent_in_two_versions(sandbox):
    photo = save()
    deliver_all(sandbox, photo, version=1)
    deliver_all(sandbox, photo, version=2)

    assert ending_of(sandbox, photo).doubled == 1


def test_counts_results_that_were_written_twice(sandbox):
    photo = save()
    deliver_all(sandbox, photo)
    with transaction.atomic():
        outbox.post(*[_tags_of(photo)] * 2)
    OutboxMessage.objects.update(delivered_on=timezone.now())

    assert ending_of(sandbox, photo).doubled == 1


def test_names_what_is_left_over(sandbox):
    photo = save()
    deliver_all(sandbox, photo)
    with transaction.atomic():
        outbox.post(_tags_of(photo))
    DeadLetter.objects.create(
        id=uuid4(),
        topic="t",
        body=b"",
        reason="r",
        first_died_on=timezone.now(),
        died_on=timezone.now(),
    )
    InboxMessage.objects.all().delete()

    assert ending_of(sandbox, photo).differences == [
        "1 outbox rows not delivered",
        "1 dead letters",
        "1 events not received",
    ]


def _tags_of(photo: UUID) -> outbox.PeerMessage:
    path = f"/api/v1/photos/{photo}/tags"
    return outbox.PeerMessage(
        peer="photo-service", method="PUT", path=path, key=f"{photo}/tags", body={}
    )
