"""Getting the numbers of a photo read: by the number provider or by a tagator."""

from copy import copy
from datetime import datetime

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.attempts import fail_step, note_failure
from recognition.commands.photos.results import ask_tagator, stop_asking
from recognition.commands.photos.state import decide, settle
from recognition.models import (
    NUMBERS,
    Callback,
    CallbackState,
    NumberRequest,
    Photo,
    lock_claimed,
    note_accepted,
)
from recognition.providers.availability.asking import asking
from recognition.providers.availability.pace import take_slot
from recognition.providers.failures import ProcessingFailure
from recognition.providers.numbers.requests import number_provider, request_recognition
from recognition.strategies import Tagging, needs, needs_number_provider, pipeline_of
from records.writing import insert_few


def read_numbers(photo: Photo, now: datetime) -> None:
    """Take a photo whose number step is claimed one step on."""
    if not needs_number_provider(photo):
        _ask_tagator_or_leave(photo)
    elif photo.callback_due_on is not None:
        _miss_callback(photo, now)
    else:
        _ask_number_provider(photo, now)


def _ask_number_provider(photo: Photo, now: datetime) -> None:
    provider = number_provider()
    request = NumberRequest(
        photo=photo, type=pipeline_of(photo.album).request or "", created_on=now
    )
    try:
        with asking(provider, now):
            take_slot(provider)
            insert_few([request])
            request.provider_request_id = request_recognition(request, photo.image_url)
    except ProcessingFailure as failure:
        fail_step(photo, NUMBERS, failure, now)
    else:
        _await_callback(photo, request, now)


def _await_callback(claimed: Photo, request: NumberRequest, now: datetime) -> None:
    """Have the photo wait, unless the callback has overtaken the provider's 202."""
    request.accepted_on, until = now, now + settings.CALLBACK_OVERDUE_AFTER
    waiting, claim = copy(claimed), NUMBERS.of(claimed).claim
    _plan_waiting(waiting, until)
    decide(waiting)
    if not note_accepted(request, waiting, claim):
        _await_as_it_is(claimed, until)


@transaction.atomic
def _await_as_it_is(claimed: Photo, until: datetime) -> None:
    """Do it for a photo that has changed since it was read."""
    photo = lock_claimed(claimed, NUMBERS)
    if photo is not None:
        _plan_waiting(photo, until)
        settle(photo)


@transaction.atomic
def _miss_callback(claimed: Photo, now: datetime) -> None:
    """Count an overdue callback as a failed attempt, unless it has come and is being applied."""
    photo = lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    if _has_callback(photo):
        photo.callback_due_on = until = now + settings.CALLBACK_OVERDUE_AFTER
        NUMBERS.of(photo).plan(until)
    else:
        note_failure(photo, NUMBERS, ProcessingFailure("The callback is overdue."), now)
    settle(photo)


def _plan_waiting(photo: Photo, until: datetime) -> None:
    photo.number_failure, photo.callback_due_on = "", until
    NUMBERS.of(photo).plan(until)


def _has_callback(photo: Photo) -> bool:
    """Say whether a callback for the photo is stored and not applied yet.

    Another photo's callback may report this one. Such a callback has failed once, and left its
    failure on the photo, beside the time until when the photo awaits it.
    """
    stored = Callback.objects.filter(state=CallbackState.STORED, next_attempt_on__isnull=False)
    if stored.filter(request__photo=photo).exists():
        return True
    has_failed = bool(photo.number_failure)
    return has_failed and stored.filter(request__photo__album=photo.album_id).exists()


@transaction.atomic
def _ask_tagator_or_leave(claimed: Photo) -> None:
    photo = lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    stop_asking(photo)
    by_hand = pipeline_of(photo.album).tagging is Tagging.ALWAYS and needs(photo, NUMBERS)
    if by_hand and photo.tagging_task_id is None:
        ask_tagator(photo)
    settle(photo)
