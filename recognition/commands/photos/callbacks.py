"""Callbacks of the number provider: stored as they arrive, then applied to their photos.

Storing and applying are two commands: the provider gets its 202 as soon as the callback is stored,
even while the competitor service is down.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from recognition import wakeups
from recognition.commands.photos.attempts import fail_asked, note_failure
from recognition.commands.photos.results import apply_report
from recognition.commands.photos.state import settle
from recognition.commands.photos.suggestions import keep_suggestions
from recognition.models import (
    NUMBERS,
    Album,
    AlbumText,
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    Photo,
    PhotoAttempt,
    PhotoState,
    Recogniser,
    RecognitionType,
)
from recognition.numbers import NumberRules, rules_of
from recognition.providers.failures import ProcessingFailure, counting_unforeseen
from recognition.providers.numbers.callbacks import (
    Payload,
    PhotoReport,
    digest_of,
    failure_in,
    reports_of,
)
from recognition.providers.start_lists import start_list_of
from recognition.strategies import needs_number_provider
from records.refusals import NotFound
from records.selections import Selection
from records.statements import Statement
from records.writing import insert_new

NO_PHOTO_OF_ALBUM = "It names no photo of the album that the request was about."
NOTHING_NEEDED = "It reports nothing that is still needed."
ONLY_SUGGESTIONS = (
    "Its numbers are kept as suggestions: the album's strategy does not ask the provider for them."
)

_REQUEST = Selection(
    lambda request_id: NumberRequest.objects.select_related("photo__album").filter(
        pk=request_id, photo__isnull=False
    )
)
_STORED = Selection(
    lambda callback_id: Callback.objects.select_related(
        "request__photo__album__tenant__competitor_instance"
    ).filter(pk=callback_id, state=CallbackState.STORED)
)
_SETTLE = Statement("""
UPDATE recognition_callback
SET state = 'Applied', next_attempt_on = NULL, settled_on = %(now)s
WHERE id = %(callback)s AND state = 'Stored'
""")


NOT_NAMED = ProcessingFailure("The callback did not speak of this photo.")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyCallbackCommand:
    """Apply a stored callback to its photos."""

    callback_id: UUID
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDueCallbacksCommand:
    """Claim up to `limit` stored callbacks that no process has applied in time."""

    now: datetime
    limit: int


@transaction.atomic
def claim_due_callbacks(command: ClaimDueCallbacksCommand) -> list[Callback]:
    """Claim callbacks that are due, in the order of `lock_due`."""
    claimed = Callback.objects.lock_due(command.now, command.limit)
    Callback.objects.filter(pk__in=[callback.pk for callback in claimed]).update(
        next_attempt_on=command.now + settings.PROCESSING_LEASE
    )
    return claimed


def store_callback(command: StoreCallbackCommand) -> Callback:
    """Store the callback, once for each different content, and wake a worker to apply it.

    :raises NumberRequestUnknown: the request's photo, and the request with it, was removed.
    :raises CallbackPhotoUnknown: it names no photo of the album; it is stored as rejected.
    """
    request = _REQUEST.first(request_id=command.request_id)
    if request is None:
        raise NumberRequestUnknown
    callback = Callback(
        request=request,
        digest=digest_of(command.payload),
        payload=command.payload,
        received_on=command.now,
        next_attempt_on=command.now + settings.CALLBACK_WAKEUP_GRACE,
    )
    if not _speaks_of_known_photo(request, command.payload):
        callback.state, callback.reason_description = CallbackState.REJECTED, NO_PHOTO_OF_ALBUM
        callback.settled_on, callback.next_attempt_on = command.now, None
        if insert_new(callback):
            fail_asked(request.photo.pk, NOT_NAMED, command.now)
        raise CallbackPhotoUnknown
    if insert_new(callback):
        wakeups.apply_callback(callback.pk, request.photo.album.priority)
    return callback


def _speaks_of_known_photo(request: NumberRequest, payload: Payload) -> bool:
    named = reports_of(payload, request.photo.pk).keys()
    if request.photo.pk in named:
        return True
    return Photo.objects.filter(pk__in=named, album_id=request.photo.album_id).exists()


def apply_callback(command: ApplyCallbackCommand) -> None:
    """Apply the callback's reports to their photos.

    Without the start list no number is accepted or dropped: the failure is stored on the photos,
    and the callback waits for the next attempt. An unforeseen exception does too, and is raised.
    """
    callback = _STORED.first(callback_id=command.callback_id)
    if callback is None:
        return
    if failure := failure_in(callback.payload):
        _note_error(callback, failure, command.now)
        return
    named: Collection[UUID] = [callback.request.photo.pk]
    with counting_unforeseen(lambda failure: _postpone(callback, named, failure, command.now)):
        reports = reports_of(callback.payload, callback.request.photo.pk)
        named = reports.keys()
        try:
            rules = _rules_for(callback.request.photo.album, reports, command.now)
        except ProcessingFailure as failure:
            if not _suggest_without_list(callback, reports, command.now):
                _postpone(callback, named, failure, command.now)
        else:
            _apply(callback, reports, rules)


@transaction.atomic
def _note_error(callback: Callback, failure: ProcessingFailure, now: datetime) -> None:
    """Count what the provider could not do as a failed attempt of the photo."""
    stored = Callback.objects.filter(pk=callback.pk, state=CallbackState.STORED)
    if not stored.update(
        state=CallbackState.APPLIED,
        next_attempt_on=None,
        settled_on=now,
        reason_description=failure.reason,
    ):
        return  # another process was faster
    fail_asked(callback.request.photo.pk, failure, now)


def _rules_for(album: Album, reports: Mapping[UUID, PhotoReport], now: datetime) -> NumberRules:
    """Ask for the start list only if there is a number to look up."""
    read_any = any(report.numbers for report in reports.values())
    return rules_of(album, start_list_of(album, now) if read_any else ())


@transaction.atomic
def _apply(callback: Callback, reports: Mapping[UUID, PhotoReport], rules: NumberRules) -> None:
    now = timezone.now()
    if not _SETTLE.execute(callback=callback.pk, now=now):
        return  # another process was faster
    asked_for = RecognitionType(callback.request.type)
    photos = _locked_photos(callback, reports.keys())
    texts = _texts_of(callback.request.photo.album_id, reports)
    used = [
        photo for photo in photos if apply_report(photo, reports[photo.pk], asked_for, rules, texts)
    ]
    _note_reported_by_another(callback, used, now)
    if callback.request.photo.pk not in reports:
        fail_asked(callback.request.photo.pk, NOT_NAMED, now)
    if used:
        return
    suggested = _keep_suggestions(callback, photos, reports, rules)
    Callback.objects.filter(pk=callback.pk).update(
        state=CallbackState.APPLIED if suggested else CallbackState.IGNORED,
        reason_description=ONLY_SUGGESTIONS if suggested else NOTHING_NEEDED,
    )


def _texts_of(album_id: UUID, reports: Mapping[UUID, PhotoReport]) -> list[AlbumText]:
    """Return the album's texts that are no numbers, if there is a number to compare with them."""
    if not any(report.numbers for report in reports.values()):
        return []
    return list(AlbumText.objects.in_force().filter(album=album_id))


def _keep_suggestions(
    callback: Callback,
    photos: Iterable[Photo],
    reports: Mapping[UUID, PhotoReport],
    rules: NumberRules,
) -> bool:
    asked_for = RecognitionType(callback.request.type)
    kept = [keep_suggestions(photo, reports[photo.pk], asked_for, rules) for photo in photos]
    return any(kept)


@transaction.atomic
def _suggest_without_list(
    callback: Callback, reports: Mapping[UUID, PhotoReport], now: datetime
) -> bool:
    """Keep numbers that are only suggestions although there is no start list to check them.

    Say whether there were any. They need no list: what a tagger adds is checked then.
    """
    stored = Callback.objects.select_for_update().filter(pk=callback.pk, state=CallbackState.STORED)
    if not stored.exists():
        return False  # another process applied it
    photos = _locked_photos(callback, reports.keys())
    suggested = _keep_suggestions(
        callback, photos, reports, rules_of(callback.request.photo.album, None)
    )
    if suggested:
        stored.update(
            state=CallbackState.APPLIED,
            next_attempt_on=None,
            settled_on=now,
            reason_description=ONLY_SUGGESTIONS,
        )
    return suggested


def _note_reported_by_another(callback: Callback, used: Iterable[Photo], now: datetime) -> None:
    """Store which callback recognised a photo that had not asked itself."""
    asked = callback.request.photo
    PhotoAttempt.objects.bulk_create(
        PhotoAttempt(
            photo=photo,
            recogniser=Recogniser.NUMBER_PROVIDER,
            outcome=AttemptOutcome.RECOGNIZED,
            reason=f"Reported by the callback {callback.pk} of the photo {asked.pk}.",
            occurred_on=now,
        )
        for photo in used
        if photo.pk != asked.pk
    )


def _locked_photos(callback: Callback, named: Collection[UUID]) -> list[Photo]:
    """Lock the photos that are not deleted, in the order of their ids.

    Two callbacks may name the same photos.
    """
    photos = Photo.objects.with_album().select_for_update(of=("self",)).order_by("pk")
    kept = photos.exclude(state=PhotoState.DELETED)
    return list(kept.filter(pk__in=named, album=callback.request.photo.album))


@transaction.atomic
def _postpone(
    callback: Callback, named: Collection[UUID], failure: ProcessingFailure, now: datetime
) -> None:
    stored = Callback.objects.select_for_update().filter(
        pk=callback.pk, state=CallbackState.STORED, next_attempt_on=callback.next_attempt_on
    )
    if not stored.exists():
        return  # another process applies it, or has done so
    photos = [photo for photo in _locked_photos(callback, named) if needs_number_provider(photo)]
    for photo in photos:
        note_failure(photo, NUMBERS, failure, now)
        # The callback is here, but nothing of it is applied yet.
        photo.callback_due_on = photo.numbers_next_attempt_on
        settle(photo)
    again = [photo.numbers_next_attempt_on for photo in photos if photo.numbers_next_attempt_on]
    given_up = CallbackState.FAILED if photos else CallbackState.IGNORED
    stored.update(
        state=CallbackState.STORED if again else given_up,
        settled_on=None if again else now,
        next_attempt_on=min(again, default=None),
        reason_description=failure.reason if photos else NOTHING_NEEDED,
    )
