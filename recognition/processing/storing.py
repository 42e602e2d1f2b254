"""Callbacks of the number provider, stored once and never lost; a sweep of what is due.

1. The process that received a callback applies it, and stores it as applied.
2. If the start list must be asked for, or that fails, it is stored unapplied, and a worker calls
   `apply_callback`: the provider does not wait for another service.

The insert comes after the photos are locked, unlike in a worker, which locks the stored callback
first: no other process can hold a row that is not committed. Of two copies of a callback the second
waits for the photo; that it is a repeat shows at its insert, and what it did is rolled back.
"""

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.messaging import tracing
from foundation.messaging.models import Outage
from foundation.records.partitions import PartitionedTable, drop_partitions
from foundation.records.refusals import NotFound
from recognition import due
from recognition.numbers.normalising import rules_of
from recognition.numbers.start_lists import NotAtHand, list_at_hand
from recognition.processing.callbacks import NOT_NAMED, has_numbers, use_reports
from recognition.providers.pace import IS_PAUSED, pause_in_words
from recognition.records.erased import payload_without_erased
from recognition.records.photo_state import describe_claimed, fail_callback
from recognition.records.photos import Photo
from recognition.records.requests import Callback, CallbackState, NumberRequest
from recognition.records.steps import NUMBERS, STEPS, PhotoState, Step
from recognition.wire.reports import Payload, digest_of, failure_in, named_in, reports_of

log = structlog.get_logger(__name__)

CALLBACKS = PartitionedTable(
    name=Callback._meta.db_table,
    column="received_on",
    each="month",
    kept="next_attempt_on IS NOT NULL",  # by index: what is stored and not settled
)
NO_PHOTO_OF_ALBUM = "It names no photo of the album that the request was about."


class CallbackPhotoUnknown(NotFound):
    """The callback names no photo of the album that its request was about."""

    code = "photo-not-found"


class NumberRequestUnknown(NotFound):
    """The request of this callback does not exist any more."""

    code = "request-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreCallbackCommand:
    """Store what the provider sent for a request, unchanged."""

    request_id: UUID
    payload: Payload
    now: datetime


def store_callback(command: StoreCallbackCommand) -> None:
    """Store the callback, once for each different content, and apply it here or by a worker.

    :raises NumberRequestUnknown: the request's photo, and the request with it, was removed.
    :raises CallbackPhotoUnknown: it names no photo of the album; it is stored as rejected.
    """
    try:
        state = _apply_at_once(command)
    except NotAtHand:
        state = _store(command)
    except NumberRequestUnknown:
        raise
    # Whatever fails here: the callback is stored. A worker applies it, and counts the failure.
    except Exception as error:
        log.warning("callback_not_applied_here", exc_info=error)
        state = _store(command)
    if state == CallbackState.REJECTED:
        raise CallbackPhotoUnknown


def _apply_at_once(command: StoreCallbackCommand) -> str:
    """Apply the callback, or reject it, and store it; return what became of it."""
    with ExitStack() as traced, transaction.atomic():
        locked = NumberRequest.objects.lock_photos(command.request_id, named_in(command.payload))
        if locked is None:
            raise NumberRequestUnknown
        request, photos = locked
        callback = _received(command, request, traced)
        named = reports_of(callback.payload, request.photo.pk)
        is_of_album = any(photo.pk in named for photo in photos)
        photos = [photo for photo in photos if photo.state != PhotoState.DELETED]
        if is_of_album:
            reports = {} if failure_in(callback.payload) else named
            album = request.photo.album
            listed = list_at_hand(album, command.now) if has_numbers(reports) else ()
            use_reports(callback, photos, reports, rules_of(album, listed), command.now)
        else:
            callback.settle(CallbackState.REJECTED, command.now, NO_PHOTO_OF_ALBUM)
            for photo in photos:
                fail_callback(photo, request, NOT_NAMED, command.now)
        if not callback.insert_once():
            transaction.set_rollback(True)
        return callback.state


def _store(command: StoreCallbackCommand) -> str:
    """Store the callback, without its photo, and wake a worker to apply it; return its state."""
    requests = NumberRequest.objects.select_related("photo__album").filter(photo__isnull=False)
    locked = requests.select_for_update(of=("self",), no_key=True).filter(pk=command.request_id)
    with ExitStack() as traced, transaction.atomic():
        request = next(iter(locked), None)
        if request is None:
            raise NumberRequestUnknown
        callback = _received(command, request, traced)
        if callback.insert_once():
            priority = request.photo.album.priority
            transaction.on_commit(partial(due.apply_callback, callback.pk, priority))
        return callback.state


def _received(command: StoreCallbackCommand, request: NumberRequest, traced: ExitStack) -> Callback:
    """Return the callback, not stored, without what is erased in the album.

    The trace of the request is continued until after the commit, which sends wake-ups.
    """
    traced.enter_context(tracing.span("apply callback", continues=request.traceparent))
    return Callback(
        request=request,
        digest=digest_of(command.payload),
        payload=payload_without_erased(request.photo.album, command.payload),
        received_on=command.now,
        next_attempt_on=command.now + settings.CALLBACK_WAKEUP_GRACE,
    )


def delete_old_callbacks(now: datetime, limit: int) -> int:
    """Drop the months of callbacks older than `CALLBACKS_KEEP`; what waited then goes once settled.

    Deletes up to `limit` of those, and returns how many.
    """
    if not settings.CALLBACKS_KEEP:
        return 0
    before = CALLBACKS.begin_of(now - settings.CALLBACKS_KEEP)
    drop_partitions(CALLBACKS, before)
    settled = Callback.objects.filter(received_on__lt=before).exclude(state=CallbackState.STORED)
    ids = list(settled.order_by("received_on").values_list("pk", flat=True)[:limit])
    return Callback.objects.filter(pk__in=ids).delete()[0]


# Nothing waits longer for a pause that is over: times are spread over a few hours at most.
LOOK_BACK = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The right to work on some steps of a photo; `priority` is its album's."""

    photo_id: UUID
    claim_id: UUID
    priority: int


@transaction.atomic
def claim_due_photos(now: datetime, limit: int) -> list[Claim]:
    """Claim up to `limit` photos with steps that are due, in the order of `lock_due`."""
    photos = Photo.objects.lock_due(now, limit)
    claim = uuid4()
    Photo.objects.filter(pk__in=[photo.pk for photo in photos]).claim_steps(
        claim, now + settings.PROCESSING_LEASE, next_attempt_on__lte=now
    )
    failed = [photo.pk for photo in photos if photo.face_failure or photo.number_failure]
    if failed:
        describe_claimed(failed)
    return [
        Claim(photo_id=photo.pk, claim_id=claim, priority=photo.album.priority) for photo in photos
    ]


@transaction.atomic
def claim_due_callbacks(now: datetime, limit: int) -> list[Callback]:
    """Claim up to `limit` callbacks that no process has applied in time, as `lock_due` orders."""
    claimed = Callback.objects.lock_due(now, limit)
    Callback.objects.filter(pk__in=[callback.pk for callback in claimed]).update(
        **Callback.leased.values(now + settings.PROCESSING_LEASE)
    )
    return claimed


@transaction.atomic
def resume_waiting(now: datetime, limit: int) -> int:
    """Make due what still waits for a pause that is over; return how many rows that were.

    Up to `limit` photos of each step, and callbacks: those of albums with the highest priority
    first. What waits for a pause has times that are spread, so that little of it comes in vain;
    when the service answers again, these times would only cause delay.
    """
    ended = Outage.objects.filter(since__isnull=False, ended_on__gt=now - LOOK_BACK)
    if not ended.exists():
        return 0
    paused = [pause_in_words(outage) for outage in Outage.objects.paused()]
    photos = sum(_resume_step(step, paused, now, limit) for step in STEPS)
    return photos + _resume_callbacks(paused, now, limit)


def _resume_step(step: Step, paused: Iterable[str], now: datetime, limit: int) -> int:
    waiting = Photo.objects.filter(
        step.where(next_attempt_on__gt=now, claim=None), _is_over(step.failure, paused)
    )
    if step is NUMBERS:
        waiting = waiting.filter(callback_due_on=None)  # else it waits for its callback
    in_order = waiting.order_by("-album__priority", step.next_attempt_on)
    found = _lock_free(in_order, limit)
    return Photo.objects.filter(pk__in=found).update(**{step.next_attempt_on: now})


def _resume_callbacks(paused: Iterable[str], now: datetime, limit: int) -> int:
    waiting = Callback.objects.filter(
        _is_over("reason_description", paused), state=CallbackState.STORED, next_attempt_on__gt=now
    )
    in_order = waiting.order_by("-request__photo__album__priority", "next_attempt_on")
    found = _lock_free(in_order, limit)
    return Callback.objects.filter(pk__in=found).update(next_attempt_on=now)


def _lock_free(rows: QuerySet[Any], limit: int) -> list[UUID]:
    free = rows.select_for_update(of=("self",), skip_locked=True)
    return list(free.values_list("pk", flat=True)[:limit])


def _is_over(column: str, paused: Iterable[str]) -> Q:
    """Return the condition that a stored reason is a pause, but none of those that go on."""
    condition = Q((f"{column}__contains", IS_PAUSED))
    for words in paused:
        condition &= ~Q((f"{column}__startswith", words))
    return condition
