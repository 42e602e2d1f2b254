"""Storing what the number provider sent, and using it at once where nothing has to be asked."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from recognition import wakeups
from recognition.commands.photos.attempts import fail_asked
from recognition.commands.photos.callbacks.using import NOT_NAMED, use_reports
from recognition.models import WITH_ALBUM, Callback, CallbackState, NumberRequest, Photo, PhotoState
from recognition.numbers import rules_of
from recognition.providers.numbers.callbacks import Payload, digest_of, failure_in, reports_of
from recognition.providers.start_lists import NotAtHand, list_at_hand
from records.refusals import NotFound
from records.selections import Selection
from records.writing import insert_new

log = structlog.get_logger(__name__)

NO_PHOTO_OF_ALBUM = "It names no photo of the album that the request was about."

_REQUEST = Selection(
    lambda request_id: NumberRequest.objects.select_related("photo__album").filter(
        pk=request_id, photo__isnull=False
    )
)


# A request about a photo, which is locked: the condition on its album has the rows joined as such.
_ASKED = Selection(
    lambda request_id: (
        NumberRequest.objects.select_related(*(f"photo__{name}" for name in WITH_ALBUM))
        .filter(pk=request_id, photo__album__isnull=False)
        .select_for_update(of=("photo",))
    )
)


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
    """Store the callback, once for each different content, and apply it or have it applied.

    :raises NumberRequestUnknown: the request's photo, and the request with it, was removed.
    :raises CallbackPhotoUnknown: it names no photo of the album; it is stored as rejected.
    """
    if not _is_applied_here(command):
        _store_for_worker(command)


def _is_applied_here(command: StoreCallbackCommand) -> bool:
    try:
        return _store_and_apply(command.request_id, command.payload, command.now)
    # Whatever fails here: the callback must be stored. A worker applies it, and counts the failure.
    except Exception as error:
        log.warning("callback_not_applied_here", exc_info=error)
        return False


@transaction.atomic
def _store_and_apply(request_id: UUID, payload: Payload, now: datetime) -> bool:
    """Store a new callback and apply it to its photo, in one transaction; say whether.

    False, and nothing is stored: there is no such request, it reports an error or another photo, or
    a service has to be asked first.
    """
    request = _ASKED.first(request_id=request_id)
    if request is None or failure_in(payload):
        return False
    reports = reports_of(payload, request.photo.pk)
    if reports.keys() != {request.photo.pk}:
        return False  # several photos are locked in the order of their ids
    try:
        rules = rules_of(request.photo.album, list_at_hand(request.photo.album, now))
    except NotAtHand:
        return False
    callback = _new_callback(request, payload, now)
    callback.state, callback.next_attempt_on, callback.settled_on = CallbackState.APPLIED, None, now
    if insert_new(callback):
        photos = [] if request.photo.state == PhotoState.DELETED else [request.photo]
        use_reports(callback, photos, reports, rules, now)
    return True


def _new_callback(request: NumberRequest, payload: Payload, now: datetime) -> Callback:
    """Return a callback that is stored nowhere yet, for a worker to apply."""
    return Callback(
        request=request,
        digest=digest_of(payload),
        payload=payload,
        received_on=now,
        next_attempt_on=now + settings.CALLBACK_WAKEUP_GRACE,
    )


def _store_for_worker(command: StoreCallbackCommand) -> None:
    request = _REQUEST.first(request_id=command.request_id)
    if request is None:
        raise NumberRequestUnknown
    callback = _new_callback(request, command.payload, command.now)
    if not _speaks_of_known_photo(request, command.payload):
        _reject(callback, command.now)
        raise CallbackPhotoUnknown
    if insert_new(callback):
        wakeups.apply_callback(callback.pk, request.photo.album.priority)


def _speaks_of_known_photo(request: NumberRequest, payload: Payload) -> bool:
    named = reports_of(payload, request.photo.pk).keys()
    if request.photo.pk in named:
        return True
    return Photo.objects.filter(pk__in=named, album_id=request.photo.album_id).exists()


def _reject(callback: Callback, now: datetime) -> None:
    callback.state, callback.reason_description = CallbackState.REJECTED, NO_PHOTO_OF_ALBUM
    callback.settled_on, callback.next_attempt_on = now, None
    if insert_new(callback):
        fail_asked(callback.request.photo.pk, NOT_NAMED, now)
