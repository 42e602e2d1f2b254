"""Awaiting the number provider's callback: until when a photo waits, and what if none comes."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from foundation.records.statements import run_statement
from recognition.providers.failures import ProcessingFailure
from recognition.records.photo_state import decide, note_failure, settle
from recognition.records.photos import Photo
from recognition.records.requests import Callback, CallbackState, NumberRequest
from recognition.records.steps import NUMBERS

# The request was accepted, and the photo waits: as long as neither it nor what decides on it has
# changed since it was read, there is nothing to lock and to decide again.
_WAIT = """
WITH accepted AS (
    UPDATE recognition_numberrequest
    SET accepted_on = %(accepted_on)s, provider_request_id = %(provider_request_id)s
    WHERE id = %(request)s
)
UPDATE recognition_photo photo
SET version = photo.version + 1, updated_on = %(updated_on)s, number_failure = '',
    numbers_claim = NULL, numbers_next_attempt_on = %(callback_due_on)s,
    callback_due_on = %(callback_due_on)s, state = %(state)s,
    reason_description = %(reason_description)s, reason_group = %(reason_group)s
FROM recognition_album album JOIN recognition_tenant tenant ON tenant.id = album.tenant_id
WHERE photo.id = %(id)s AND photo.version = %(version)s AND photo.numbers_claim = %(claim)s
    AND (photo.faces_claim, photo.faces_next_attempt_on)
        IS NOT DISTINCT FROM (%(faces_claim)s::uuid, %(faces_next_attempt_on)s::timestamptz)
    AND album.id = photo.album_id
    AND album.version = %(album_version)s AND tenant.version = %(tenant_version)s
"""


def await_callback(claimed: Photo, request: NumberRequest, now: datetime) -> None:
    """Store that the request was accepted; the photo waits, unless the callback came first.

    Whatever the callback brought, an error too, has ended the claim then.
    """
    claim = claimed.numbers_claim
    _wait_for_callback(claimed, now)
    decide(claimed)
    if not _stored_waiting(claimed, claim, request, now):
        claimed.numbers_claim = claim
        _wait_as_it_is_now(claimed, now)


def _stored_waiting(
    photo: Photo, claim: UUID | None, request: NumberRequest, now: datetime
) -> bool:
    """Store the acceptance, and of the photo what was decided, if it is as it was read."""
    given = {name: getattr(photo, name) for name in _GIVEN} | {
        "claim": claim,
        "updated_on": timezone.now(),
        "album_version": photo.album.version,
        "tenant_version": photo.album.tenant.version if photo.album.tenant else None,
        "request": request.pk,
        "accepted_on": now,
        "provider_request_id": request.provider_request_id,
    }
    return bool(run_statement(_WAIT, given))


@transaction.atomic
def _wait_as_it_is_now(claimed: Photo, now: datetime) -> None:
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is not None:
        _wait_for_callback(photo, now)
        settle(photo)


def _wait_for_callback(photo: Photo, now: datetime) -> None:
    photo.number_failure = ""
    photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
    NUMBERS.of(photo).plan(photo.callback_due_on)


_GIVEN = (
    "id", "version", "faces_claim", "faces_next_attempt_on", "callback_due_on", "state",
    "reason_description", "reason_group",
)  # fmt: skip


@transaction.atomic
def miss_callback(claimed: Photo, now: datetime) -> None:
    """Count an overdue callback as a failed attempt, unless one is stored and not applied yet."""
    photo = Photo.objects.lock_claimed(claimed, NUMBERS)
    if photo is None:
        return
    if _has_callback(photo):
        photo.callback_due_on = now + settings.CALLBACK_OVERDUE_AFTER
        NUMBERS.of(photo).plan(photo.callback_due_on)
    else:
        note_failure(photo, NUMBERS, ProcessingFailure("The callback is overdue."), now)
    settle(photo)


def _has_callback(photo: Photo) -> bool:
    """Return whether a callback for the photo is stored and not applied yet.

    Another photo's callback may report this one. Such a callback has failed once, and left its
    failure on the photo, beside the time until when the photo awaits it.
    """
    stored = Callback.objects.filter(state=CallbackState.STORED, next_attempt_on__isnull=False)
    if stored.filter(request__photo=photo).exists():
        return True
    has_failed = bool(photo.number_failure)
    return has_failed and stored.filter(request__photo__album=photo.album_id).exists()
