"""`manage.py reconcile_after_restore`, in a database that was restored from a backup…"""

import io
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from foundation.messaging.models import OutboxLane, OutboxMessage
from foundation.records.models import AuditEntry
from recognition.models import FACES, Album, Photo, PhotoPerson
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db
SENT_ON = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def _sent_photo() -> Photo:
    """Return a photo whose persons were delivered, and which a lost process works on again."""
    due = timezone.now() + timedelta(hours=1)
    claim = {FACES.claim: uuid4(), FACES.next_attempt_on: due}
    photo: Photo = PhotoFactory.create(persons_version=3, version=3, **claim)
    PhotoPerson.objects.create(photo=photo, person_id="ann")
    OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer:photo-service",
        key=f"{photo.pk}/persons", body={"version": 3, "persons": []}, delivered_on=SENT_ON,
    )  # fmt: skip
    OutboxLane.objects.create(name="peer:photo-service", leased_until=due)
    return photo


def _reconciled(*arguments: str) -> str:
    out = io.StringIO()
    call_command("reconcile_after_restore", *arguments, stdout=out)
    return out.getvalue()


def test_only_shows_without_apply() -> None:
    photo = _sent_photo()

    shown = _reconciled("--deliver-since", "2026-05-17")

    assert "Photos that a process worked on: 1" in shown
    assert "Photos whose results are sent again: 1" in shown
    assert Photo.objects.get().faces_claim == photo.faces_claim
    assert not OutboxMessage.objects.waiting().exists()
    assert not AuditEntry.objects.exists()


def test_ends_leases_and_sends_later_versions_than_were_lost() -> None:
    photo = _sent_photo()

    shown = _reconciled("--apply", "--deliver-since", "2026-05-17T09:00")

    assert "Leases ended: 1 steps of photos, 1 lanes, 0 probes, 0 long jobs" in shown
    stored, message = Photo.objects.get(), OutboxMessage.objects.waiting().get()
    assert stored.faces_claim is None
    assert stored.faces_next_attempt_on is not None
    assert stored.faces_next_attempt_on <= timezone.now()
    assert OutboxLane.objects.get().leased_until is None
    assert message.key == f"{photo.pk}/persons"
    assert [each["personId"] for each in message.body["persons"]] == ["ann"]
    assert message.body["version"] == stored.persons_version == 1004


def test_an_album_that_comes_again_has_the_same_offset() -> None:
    _sent_photo()
    _reconciled("--apply")
    _reconciled("--apply")

    Album.objects.ensure(album_id := uuid4())

    assert Album.objects.get(pk=album_id).results_version_offset == 2000
