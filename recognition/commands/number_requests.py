"""Getting the numbers of a photo read: by the number provider or by a tagator."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from recognition.commands.outcomes import ask_tagator, note_number_failure, settle
from recognition.failures import ProcessingFailure
from recognition.models import Callback, CallbackState, NumberRequest, Photo, PhotoState
from recognition.providers.numbers import request_recognition
from recognition.reasons import reason_of
from recognition.strategies import Tagging, needs_number_provider, needs_numbers, pipeline_of


def read_numbers(photo: Photo) -> None:
    """Take the photo's numbers one step on."""
    now = timezone.now()
    if needs_number_provider(photo):
        if photo.callback_due_on is not None:
            _miss_callback(photo.pk, now)
        else:
            _ask_number_provider(photo)
    else:
        _ask_tagator_or_leave(photo.pk)


def _ask_number_provider(photo: Photo) -> None:
    request = NumberRequest(photo=photo, type=pipeline_of(photo.album).request or "")
    request.save(force_insert=True)
    try:
        request.provider_request_id = request_recognition(request, photo)
    except ProcessingFailure as failure:
        _fail_numbers(photo.pk, failure, timezone.now())
    else:
        _await_callback(photo, request, timezone.now())


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
def _miss_callback(photo_id: UUID, now: datetime) -> None:
    """Count an overdue callback as a failed attempt, unless it has come and is being applied."""
    photo = Photo.objects.with_album().locked(photo_id)
    if photo.callback_due_on is None or not needs_number_provider(photo):
        return
    if Callback.objects.filter(request__photo=photo, state=CallbackState.STORED).exists():
        photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
        photo.numbers_next_attempt_on = photo.callback_due_on
    else:
        note_number_failure(photo, ProcessingFailure("The callback is overdue."), now)
    settle(photo)


@transaction.atomic
def _fail_numbers(photo_id: UUID, failure: ProcessingFailure, now: datetime) -> None:
    photo = Photo.objects.with_album().locked(photo_id)
    if photo.state != PhotoState.DELETED and needs_number_provider(photo):
        note_number_failure(photo, failure, now)
        settle(photo)


@transaction.atomic
def _ask_tagator_or_leave(photo_id: UUID) -> None:
    photo = Photo.objects.with_album().locked(photo_id)
    by_hand = pipeline_of(photo.album).tagging is Tagging.ALWAYS
    if photo.state != PhotoState.DELETED and by_hand and needs_numbers(photo):
        if photo.tagging_task_id is None:
            ask_tagator(photo)
    else:
        photo.numbers_next_attempt_on = None
    settle(photo)
