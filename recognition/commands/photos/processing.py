"""Processing one photo: ask for what its album's strategy needs, and store the outcome.

A process that works on a step of a photo holds a claim on it; after `PROCESSING_LEASE` another
process may take over. If the process dies, the sweep gives the photo to another one; a process that
lost its claim cannot save.
"""

from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from foundation.messaging import tracing
from recognition.commands.photos.asking import read_numbers, recognise_faces
from recognition.commands.photos.state import fail_step, settle
from recognition.models import FACES, NUMBERS, STEPS, Photo
from recognition.providers.failures import counting_unforeseen

# The number provider is asked first: it works while the faces are recognised.
_WORK = ((NUMBERS, read_numbers), (FACES, recognise_faces))


def process_published_photo(photo: Photo, now: datetime) -> None:
    """Process a photo that this process has just published, under a claim that no other knows."""
    [claim] = {claim for step in STEPS if (claim := step.of(photo).claim) is not None}
    _process(photo, claim, now)


def process_claimed_photo(photo_id: UUID, claim: UUID, now: datetime) -> None:
    """Process the photo unless another process has claimed it since.

    The claim is exchanged for a new one, so that a repeat of this call does nothing.
    """
    new, until = uuid4(), now + settings.PROCESSING_LEASE
    if Photo.objects.filter(pk=photo_id).claim_steps(new, until, claim=claim):
        _process(Photo.objects.with_album().get_or_refuse(photo_id), new, now)


def _process(photo: Photo, claim: UUID, now: datetime) -> None:
    """Work on the steps under the claim.

    An unforeseen exception is a failed attempt of its step, and is raised; the other step is taken
    over by another process after the lease.
    """
    if photo.album.why_off():
        _stop(photo.pk)
        return
    about = {"finishline.photo_id": str(photo.pk)}
    with tracing.span("process photo", continues=photo.trace_at(now), about=about):
        for step, work in _WORK:
            if step.of(photo).claim == claim:
                with counting_unforeseen(partial(fail_step, photo, step, now=now)):
                    work(photo, now)


@transaction.atomic
def _stop(photo_id: UUID) -> None:
    photo = Photo.objects.locked_with_album(photo_id)
    if not photo.album.why_off():
        return
    for step in STEPS:
        step.of(photo).plan(None)
    photo.callback_due_on = None
    settle(photo)
