"""Processing one photo: ask whoever the strategy names, and write down what came of it.

No transaction is open while anybody is asked. Whoever processes a photo holds a lease on it: the
time in `faces_next_attempt_on`, `numbers_next_attempt_on` or both. Should the process die, the
lease runs out and the sweep gives the photo to another; a process that comes too late finds another
lease than its own there and leaves the photo alone.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, When
from django.db.models.functions import Least

from recognition.commands.photos.face_step import fail_faces, recognise_faces
from recognition.commands.photos.number_step import fail_numbers, read_numbers
from recognition.commands.photos.outcomes import settle
from recognition.models import Photo
from recognition.providers.failures import counting_unforeseen
from recognition.wakeups import CANDIDATES

_STEPS = ("faces_next_attempt_on", "numbers_next_attempt_on")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDuePhotosCommand:
    """Claim up to `limit` photos that are due, for processing until the lease ends."""

    now: datetime
    limit: int
    candidates: int = CANDIDATES


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A photo that was claimed; `priority` is its album's."""

    photo_id: UUID
    claimed_until: datetime
    priority: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPhotoCommand:
    """Process a photo that was claimed until then."""

    photo_id: UUID
    claimed_until: datetime
    now: datetime


@transaction.atomic
def claim_due_photos(command: ClaimDuePhotosCommand) -> list[Claim]:
    """Claim photos that are due and that nobody else is claiming at this moment.

    Of the `candidates` that have been due longest, at either step, those of albums with the highest
    priority come first, then the oldest.
    """
    due = Photo.objects.longest_due(command.now, command.candidates).select_related("album")
    by_priority = due.order_by("-album__priority", Least(*_STEPS))  # a null is not the least
    photos = list(by_priority.select_for_update(of=("self",), skip_locked=True)[: command.limit])
    lease = command.now + settings.PROCESSING_LEASE
    Photo.objects.filter(pk__in=[photo.pk for photo in photos]).update(
        **_leased("__lte", command.now, lease)
    )
    return [
        Claim(photo_id=photo.pk, claimed_until=lease, priority=photo.album.priority)
        for photo in photos
    ]


def process_claimed_photo(command: ProcessPhotoCommand) -> None:
    """Process the photo unless somebody has claimed it since."""
    lease = command.now + settings.PROCESSING_LEASE
    claim = Photo.objects.claimed_until(command.claimed_until, command.photo_id)
    if claim.update(**_leased("", command.claimed_until, lease)):
        process_photo(Photo.objects.with_album().get(pk=command.photo_id), lease, command.now)


def _leased(lookup: str, moment: datetime, lease: datetime) -> dict[str, Case]:
    """Return the update that moves the steps of which `lookup` holds to the lease's end."""
    return {
        step: Case(When(**{f"{step}{lookup}": moment, "then": lease}), default=F(step))
        for step in _STEPS
    }


def process_photo(photo: Photo, lease: datetime, now: datetime) -> None:
    """Recognise what the photo still needs, of the steps that `lease` covers.

    The number provider is asked first: it works while the faces are recognised. An unforeseen
    exception is a failed attempt of its step, and is raised; the other step's lease runs out.
    """
    if photo.album.why_off():
        put_to_rest(photo.pk)
        return
    if photo.numbers_next_attempt_on == lease:
        with counting_unforeseen(partial(fail_numbers, photo, now=now)):
            read_numbers(photo, now)
    if photo.faces_next_attempt_on == lease:
        with counting_unforeseen(partial(fail_faces, photo, now=now)):
            recognise_faces(photo, now)


@transaction.atomic
def put_to_rest(photo_id: UUID) -> None:
    """Have the machine leave the photo alone while recognition is off."""
    photo = Photo.objects.with_album().locked(photo_id)
    if not photo.album.why_off():
        return
    photo.faces_next_attempt_on = photo.numbers_next_attempt_on = None
    photo.callback_due_on = None  # one that still comes is used all the same
    settle(photo)
