"""Getting the numbers of a photo read: by the number provider or by a tagator."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F

from recognition.commands.photos.outcomes import ask_tagator, note_number_failure, settle
from recognition.commands.photos.reasons import reason_of
from recognition.models import Callback, CallbackState, NumberRequest, Photo, PhotoState
from recognition.providers.availability.asking import asking
from recognition.providers.availability.pace import take_slot
from recognition.providers.failures import ProcessingFailure
from recognition.providers.numbers.requests import number_provider, request_recognition
from recognition.strategies import Tagging, needs_number_provider, needs_numbers, pipeline_of


def read_numbers(photo: Photo, now: datetime) -> None:
    """Take the photo's numbers one step on, under the lease in its `numbers_next_attempt_on`."""
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
            request.save(force_insert=True)
            request.provider_request_id = request_recognition(request, photo)
    except ProcessingFailure as failure:
        fail_numbers(photo, failure, now)
    else:
        _await_callback(photo, request, now)


@transaction.atomic
def _await_callback(photo: Photo, request: NumberRequest, now: datetime) -> None:
    """Have the photo wait, unless the answer has overtaken the provider's 202.

    One conditional update instead of a lock: its conditions speak of the photo's row alone, so they
    hold for the row as it is when the update gets to it.
    """
    photo.state = PhotoState.AWAITING_CALLBACK
    photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
    photo.number_failure = ""
    Photo.objects.filter(
        pk=photo.pk,
        state__in=(PhotoState.NEW, PhotoState.FAILED, PhotoState.AWAITING_CALLBACK),
        numbers_next_attempt_on=photo.numbers_next_attempt_on,
    ).update(
        state=photo.state,
        reason_description=reason_of(photo),
        number_failure="",
        callback_due_on=photo.callback_due_on,
        numbers_next_attempt_on=photo.callback_due_on,
        updated_on=now,
        version=F("version") + 1,
    )
    request.accepted_on = now
    request.save(update_fields=["accepted_on", "provider_request_id"])


@transaction.atomic
def _miss_callback(claimed: Photo, now: datetime) -> None:
    """Count an overdue callback as a failed attempt, unless it has come and is being applied."""
    photo = _locked_under_lease(claimed)
    if photo is None:
        return
    if _has_answer(photo):
        photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
        photo.numbers_next_attempt_on = photo.callback_due_on
    else:
        note_number_failure(photo, ProcessingFailure("The callback is overdue."), now)
    settle(photo)


def _has_answer(photo: Photo) -> bool:
    """Say whether an answer for the photo is stored and not applied yet.

    Another photo's callback may tell of this one. Such a callback has failed once, and left its
    failure on the photo, beside the time until when the photo awaits it.
    """
    stored = Callback.objects.filter(state=CallbackState.STORED, next_attempt_on__isnull=False)
    if stored.filter(request__photo=photo).exists():
        return True
    told = bool(photo.number_failure)
    return told and stored.filter(request__photo__album=photo.album_id).exists()


@transaction.atomic
def fail_numbers(claimed: Photo, failure: ProcessingFailure, now: datetime) -> None:
    """Write down a failed attempt, unless the photo has moved on since it was claimed."""
    photo = _locked_under_lease(claimed)
    if photo is not None:
        note_number_failure(photo, failure, now)
        settle(photo)


@transaction.atomic
def _ask_tagator_or_leave(claimed: Photo) -> None:
    photo = _locked_under_lease(claimed)
    if photo is None:
        return
    photo.numbers_next_attempt_on = photo.callback_due_on = None
    by_hand = pipeline_of(photo.album).tagging is Tagging.ALWAYS and needs_numbers(photo)
    if by_hand and photo.tagging_task_id is None:
        ask_tagator(photo)
    settle(photo)


def _locked_under_lease(claimed: Photo) -> Photo | None:
    """Return the photo, locked, or None where it has moved on since it was claimed.

    An answer that came meanwhile, a deletion, a change of settings and another process that took
    over all put something else where the lease was.
    """
    photo = Photo.objects.with_album().locked(claimed.pk)
    holds = photo.numbers_next_attempt_on == claimed.numbers_next_attempt_on
    return photo if holds else None
