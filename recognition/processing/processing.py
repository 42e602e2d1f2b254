"""Processing one photo: ask for what its album's strategy needs, and store the outcome.

A process that works on a step of a photo holds a claim on it; after `PROCESSING_LEASE` another
process may take over. If the process dies, the sweep gives the photo to another one; a process that
lost its claim cannot save.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from foundation.messaging import tracing
from foundation.records.models import insert_unknown
from recognition.processing.awaiting_callbacks import await_callback, miss_callback
from recognition.processing.results import ask_tagator, keep_persons, stop_asking
from recognition.providers.faces import RecognisedPerson, face_provider, provider_of
from recognition.providers.failures import ProcessingFailure, counting_unforeseen
from recognition.providers.models import Account
from recognition.providers.numbers import number_provider
from recognition.providers.pace import asking, check_available, take_slot
from recognition.providers.pictures import fetch_image, holding_picture
from recognition.records.photo_state import fail_step, settle
from recognition.records.photos import Photo
from recognition.records.recognition_off import why_off
from recognition.records.requests import NumberRequest
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState
from recognition.records.strategies import (
    Tagging,
    has_work,
    needs,
    needs_number_provider,
    pipeline_of,
)
from recognition.wire.number_provider import request_recognition

# Processing a claimed step of a photo: ask the number provider, a tagger, or the face provider.
#
# No transaction is open while a provider is asked. What follows is saved only if the claim still
# holds.


def read_numbers(photo: Photo, now: datetime) -> None:
    """Process the claimed number step: ask the number provider or a tagator."""
    if not needs_number_provider(photo):
        _ask_tagator_or_leave(photo)
    elif photo.callback_due_on is not None:
        miss_callback(photo, now)
    else:
        _ask_number_provider(photo, now)


def recognise_faces(photo: Photo, now: datetime) -> None:
    """Process the claimed face step: ask the face provider and save its result."""
    account = photo.album.face_account
    if account is None or not has_work(photo, FACES):
        return _leave_faces(photo)
    try:
        persons = _ask_face_provider(account, photo, now)
    except ProcessingFailure as failure:
        fail_step(photo, FACES, failure, now)
    else:
        _save_persons(photo, persons, now)


def _ask_number_provider(photo: Photo, now: datetime) -> None:
    """Store the request, then send it: its callback may arrive before the provider's 202."""
    provider = number_provider()
    request = NumberRequest(
        photo=photo, type=pipeline_of(photo.album).request or "", created_on=now
    )
    try:
        with asking(provider, now):
            take_slot(provider)
            insert_unknown(request)
            request.provider_request_id = request_recognition(request, photo.image_url)
    except ProcessingFailure as failure:
        fail_step(photo, NUMBERS, failure, now)
    else:
        await_callback(photo, request, now)


@transaction.atomic
def _ask_tagator_or_leave(claimed: Photo) -> None:
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    stop_asking(photo)
    by_hand = pipeline_of(photo.album).tagging is Tagging.ALWAYS and needs(photo, NUMBERS)
    if by_hand and photo.tagging_task_id is None:
        ask_tagator(photo)
    settle(photo)


def _ask_face_provider(account: Account, photo: Photo, now: datetime) -> Sequence[RecognisedPerson]:
    """Ask the provider; the image is fetched only if the provider is available."""
    provider = face_provider(account, photo.album.face_space)
    check_available(provider_of(account), now)
    with holding_picture():
        image = fetch_image(photo.image_url)
        with asking(provider_of(account), now):
            return provider.recognise(image, str(photo.pk))


@transaction.atomic
def _leave_faces(claimed: Photo) -> None:
    photo = Photo.objects.lock_claimed(claimed, FACES)
    if photo is not None:
        FACES.of(photo).plan(None)
        settle(photo)


@transaction.atomic
def _save_persons(asked: Photo, persons: Sequence[RecognisedPerson], now: datetime) -> None:
    """Keep the persons, unless the photo was deleted meanwhile or its strategy changed."""
    photo = Photo.objects.locked_with_album(asked.pk)
    if photo.state != PhotoState.DELETED and has_work(photo, FACES):
        keep_persons(photo, persons, now)
        settle(photo)


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
    if why_off(photo.album):
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
    if not why_off(photo.album):
        return
    for step in STEPS:
        step.of(photo).plan(None)
    photo.callback_due_on = None
    settle(photo)
