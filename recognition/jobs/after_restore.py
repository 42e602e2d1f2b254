"""Photos after the database was restored from a backup: what others know may be newer."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from foundation.messaging import outbox
from recognition.jobs.reprocessing import PART, ReprocessPhotosCommand, reprocess_photos
from recognition.records.albums import Album
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState
from recognition.wire.photo_service import persons_message, tags_message

# Results of one photo that may have been sent between the backup's moment and the restore.
VERSIONS_LEFT_OUT = 1_000


def claimed_photos() -> PhotoQuerySet:
    """Return the photos that a process works on; found by the indexes of what is due."""
    faces, numbers = (
        Photo.objects.filter(step.where(next_attempt_on__isnull=False, claim__isnull=False)).values(
            "pk"
        )
        for step in STEPS
    )
    return Photo.objects.filter(pk__in=faces.union(numbers))


def awaiting_photos() -> PhotoQuerySet:
    """Return the photos that wait for a callback of the number provider."""
    planned = NUMBERS.where(next_attempt_on__isnull=False)
    return Photo.objects.filter(planned, callback_due_on__isnull=False)


def raise_results_versions() -> int:
    """Raise the versions of results to come over all that were sent and lost; return the albums."""
    return Album.objects.update(
        results_version_offset=F("results_version_offset") + VERSIONS_LEFT_OUT
    )


def ask_again(now: datetime) -> int:
    """Ask the number provider again, whose callback may have come before; return the photos."""
    photo_ids = list(awaiting_photos().values_list("pk", flat=True))
    return reprocess_photos(ReprocessPhotosCommand(photo_ids=photo_ids, now=now))


def deliver_again(photo_ids: Iterable[UUID]) -> int:
    """Send the photo service the stored results of these photos again, with a new version.

    So it has what we have, also where it got something that is lost here. Deleted photos are left
    out. Return for how many photos something is sent.
    """
    wanted = sorted(photo_ids)
    parts = (wanted[start : start + PART] for start in range(0, len(wanted), PART))
    return sum(_deliver_part(part) for part in parts)


@transaction.atomic
def _deliver_part(part: Sequence[UUID]) -> int:
    photos = Photo.objects.lock_with_album(part)
    return sum(_deliver(photo) for photo in photos if photo.state != PhotoState.DELETED)


def _deliver(photo: Photo) -> bool:
    version = photo.next_results_version
    sent = [step for step in STEPS if step.of(photo).version]  # 0: nothing was to be sent yet
    if not sent:
        return False
    photo.store(**{step.version: version for step in sent})
    if FACES in sent:
        outbox.post(persons_message(photo, photo.persons.order_by("pk")))
    if NUMBERS in sent:
        outbox.post(tags_message(photo, photo.numbers.filter(rejection="").order_by("pk")))
    return True
