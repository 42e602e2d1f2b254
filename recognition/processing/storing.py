"""Callbacks of the number provider, stored once and never lost.

1. The process that received a callback applies it, and stores it as applied.
2. If the start list must be asked for, or that fails, it is stored unapplied, and a worker calls
   `apply_callback`: the provider does not wait for another service.

The insert comes after the photos are locked, unlike in a worker, which locks the stored callback
first: no other process can hold a row that is not committed. `Callback.is_new`, where two copies of
a callback wait for each other, comes after them too, where they are locked.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from foundation.messaging import tracing
from foundation.records.partitions import PartitionedTable, drop_partitions
from foundation.records.refusals import NotFound
from recognition import wakeups
from recognition.numbers.rules import rules_of
from recognition.numbers.start_lists import NotAtHand, list_at_hand
from recognition.processing.callbacks import (
    NOT_NAMED,
    has_numbers,
    lock_photos,
    of_album,
    reports_in,
    use_reports,
)
from recognition.records.albums import Album
from recognition.records.erased import payload_without_erased
from recognition.records.requests import Callback, CallbackState, NumberRequest
from recognition.records.state import fail_callback
from recognition.wire.reports import Payload, digest_of, reports_of

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
    requests = NumberRequest.objects.select_related("photo__album")
    request = next(iter(requests.filter(pk=command.request_id)), None)
    if request is None or request.photo_id is None:
        raise NumberRequestUnknown
    with tracing.span("apply callback", continues=request.traceparent):
        _use(command, request, request.photo_id)


def _use(command: StoreCallbackCommand, request: NumberRequest, photo_id: UUID) -> None:
    callback = Callback(
        request=request,
        digest=digest_of(command.payload),
        payload=command.payload,
        received_on=command.now,
        next_attempt_on=command.now + settings.CALLBACK_WAKEUP_GRACE,
    )
    if not of_album(reports_of(command.payload, photo_id), photo_id):
        _reject(callback, command.now)
        raise CallbackPhotoUnknown
    if not _apply_at_once(callback, command.now):
        _store(callback)


@transaction.atomic
def _reject(callback: Callback, now: datetime) -> None:
    callback.settle(CallbackState.REJECTED, now, NO_PHOTO_OF_ALBUM)
    photos = lock_photos(callback, {})
    if _insert_without_erased(callback):
        for photo in photos:
            fail_callback(photo, callback.request, NOT_NAMED, now)


@transaction.atomic
def _store(callback: Callback) -> None:
    if _insert_without_erased(callback):
        priority = callback.request.photo.album.priority
        transaction.on_commit(partial(wakeups.apply_callback, callback.pk, priority))


def _insert_without_erased(callback: Callback) -> bool:
    """Insert the callback unless it is a repeat; return whether it was inserted.

    The album is read again, as an erasure may have begun meanwhile.
    """
    if not callback.is_new():
        return False
    album = Album.objects.filter(pk=callback.request.photo.album_id).first()
    callback.payload = payload_without_erased(album, callback.payload)
    callback.save(force_insert=True)
    return True


def _apply_at_once(callback: Callback, now: datetime) -> bool:
    """Apply a callback and store it as applied; return whether it is stored, as a repeat is."""
    try:
        reports = reports_in(callback)
        with transaction.atomic():
            photos = lock_photos(callback, reports)
            if not photos:
                return False
            if not callback.is_new():
                return True
            album = photos[0].album
            if album.has_erasures:
                callback.payload = payload_without_erased(album, callback.payload)
                reports = reports_in(callback)
            rules = rules_of(album, list_at_hand(album, now) if has_numbers(reports) else ())
            use_reports(callback, photos, reports, rules, now)
            callback.save(force_insert=True)
    except NotAtHand:
        return False
    # Whatever fails here: the callback is stored. A worker applies it, and counts the failure.
    except Exception as error:
        log.warning("callback_not_applied_here", exc_info=error)
        return False
    return True


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
