"""Processing one photo: ask for what its album's strategy needs, and store the outcome.

No transaction is open while a provider is asked. A process that works on a step of a photo holds a
claim on it; after `PROCESSING_LEASE` another process may take over. If the process dies, the sweep
gives the photo to another one; a process that is late finds another claim, and saves nothing.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.attempts import fail_step
from recognition.commands.photos.face_step import recognise_faces
from recognition.commands.photos.number_step import read_numbers
from recognition.commands.photos.state import settle
from recognition.models import (
    FACES,
    NUMBERS,
    STEPS,
    Photo,
    exchange_claim,
    lock_photo,
    read_photo,
)
from recognition.providers.failures import counting_unforeseen

# The number provider is asked first: it works while the faces are recognised.
_WORK = ((NUMBERS, read_numbers), (FACES, recognise_faces))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDuePhotosCommand:
    """Claim up to `limit` photos with steps that are due."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The right to work on some steps of a photo; `priority` is its album's."""

    photo_id: UUID
    claim_id: UUID
    priority: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPhotoCommand:
    """Process the steps of a photo that are under a claim."""

    photo_id: UUID
    claim_id: UUID
    now: datetime


@transaction.atomic
def claim_due_photos(command: ClaimDuePhotosCommand) -> list[Claim]:
    """Claim photos that are due, in the order of `lock_due`."""
    photos = Photo.objects.lock_due(command.now, command.limit)
    claim = uuid4()
    Photo.objects.filter(pk__in=[photo.pk for photo in photos]).claim_steps(
        claim, command.now + settings.PROCESSING_LEASE, next_attempt_on__lte=command.now
    )
    return [
        Claim(photo_id=photo.pk, claim_id=claim, priority=photo.album.priority) for photo in photos
    ]


def process_claimed_photo(command: ProcessPhotoCommand) -> None:
    """Process the photo unless another process has claimed it since.

    The claim is exchanged for a new one, so that a repeat of this command does nothing.
    """
    claim, until = uuid4(), command.now + settings.PROCESSING_LEASE
    if exchange_claim(command.photo_id, command.claim_id, claim, until):
        _process(read_photo(command.photo_id), claim, command.now)


def process_published_photo(photo: Photo, now: datetime) -> None:
    """Process a photo that this process has just published, under a claim that no other knows."""
    [claim] = {claim for step in STEPS if (claim := step.of(photo).claim) is not None}
    _process(photo, claim, now)


def _process(photo: Photo, claim: UUID, now: datetime) -> None:
    """Work on the steps under the claim.

    An unforeseen exception is a failed attempt of its step, and is raised; the other step is taken
    over by another process after the lease.
    """
    if photo.album.why_off():
        _stop(photo.pk)
        return
    for step, work in _WORK:
        if step.of(photo).claim == claim:
            with counting_unforeseen(partial(fail_step, photo, step, now=now)):
                work(photo, now)


@transaction.atomic
def _stop(photo_id: UUID) -> None:
    """Plan nothing for the photo while recognition is off. A callback that comes is used."""
    photo = lock_photo(photo_id)
    if not photo.album.why_off():
        return
    for step in STEPS:
        step.of(photo).plan(None)
    photo.callback_due_on = None
    settle(photo)
