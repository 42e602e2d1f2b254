"""Callbacks of the number provider, applied to their photos.

`recognition.processing.storing` applies most of them as they come; a worker those for which a
start list must be asked for, and those that failed. A stored callback is locked before its photos,
and photos in the order of their ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

import structlog
from django.db import transaction

from foundation.messaging import tracing
from foundation.records.statements import fetch_rows
from recognition.numbers.judging_again import rules_of_now
from recognition.numbers.models import AlbumText
from recognition.numbers.normalising import NumberRules, rules_of
from recognition.processing.reported import keep_suggestions, use_report
from recognition.processing.results import stop_asking
from recognition.providers.failures import ProcessingFailure, counting_unforeseen
from recognition.records.photo_state import fail_callback, note_failure, settle
from recognition.records.photos import Photo
from recognition.records.requests import (
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    PhotoAttempt,
    Recogniser,
    RecognitionType,
)
from recognition.records.steps import NUMBERS, PhotoState
from recognition.records.strategies import needs_number_provider
from recognition.wire.reports import PhotoReport, failure_in, reports_of

log = structlog.get_logger(__name__)

Reports = Mapping[UUID, PhotoReport]

# After the photos are locked and the album is held: what others stored until then is seen.
_STORED = """
SELECT photo.id,
    EXISTS (SELECT FROM recognition_photonumber WHERE photo_id = photo.id),
    EXISTS (SELECT FROM recognition_photoperson WHERE photo_id = photo.id),
    EXISTS (SELECT FROM recognition_personmerge WHERE album_id = %(album)s),
    EXISTS (SELECT FROM recognition_albumtext WHERE album_id = %(album)s)
FROM unnest(%(photos)s::uuid[]) photo(id)
"""
_CHANGED = ("state", "reason_description", "settled_on", "next_attempt_on")

NOT_NAMED = ProcessingFailure("The callback did not speak of this photo.")
NOTHING_NEEDED = "It reports nothing that is still needed."
NOT_AWAITED = "The photo does not wait for this request any more. The error was:"
ONLY_SUGGESTIONS = (
    "Its numbers are kept as suggestions: the album's strategy does not ask the provider for them."
)


def apply_callback(callback_id: UUID, now: datetime) -> None:
    """Apply a stored callback in a worker, after asking for the start list.

    Without the start list no number is accepted or dropped: the failure is stored on the photos,
    and the callback waits for the next attempt. An unforeseen exception is stored too, and raised.
    """
    callback = Callback.objects.with_request().filter(pk=callback_id).first()
    if callback is None or callback.state != CallbackState.STORED:
        return
    reports: Reports = {}
    with (
        tracing.span("apply callback", continues=callback.request.traceparent),
        counting_unforeseen(lambda failure: _postpone(callback, reports, failure, now)),
    ):
        reports = reports_in(callback)
        album = callback.request.photo.album
        try:
            rules = rules_of_now(album, now) if has_numbers(reports) else rules_of(album, ())
        except ProcessingFailure as failure:
            if not _suggest_without_list(callback, reports, now):
                _postpone(callback, reports, failure, now)
        else:
            _apply_stored(callback, reports, rules, now)


@transaction.atomic
def _apply_stored(callback: Callback, reports: Reports, rules: NumberRules, now: datetime) -> None:
    if _lock_stored(callback):
        use_reports(callback, lock_photos(callback, reports), reports, rules, now)
        callback.save(update_fields=_CHANGED)


def use_reports(
    callback: Callback, photos: Sequence[Photo], reports: Reports, rules: NumberRules, now: datetime
) -> None:
    """Use what the locked photos still need of the reports; settle the photos.

    The callback is settled but not saved: it is stored and locked, or is inserted afterwards.
    """
    asked_for, error = RecognitionType(callback.request.type), failure_in(callback.payload)
    reported = [photo for photo in photos if photo.pk in reports]
    texts = _look(reported, reports)
    used = [
        photo
        for photo in reported
        if use_report(photo, reports[photo.pk], asked_for, rules, texts, now)
    ]
    for photo in used:
        settle(photo)
    _note_reported_by_another(callback, used, now)
    failed = [
        photo
        for photo in photos
        if photo.pk not in reports
        and fail_callback(photo, callback.request, error or NOT_NAMED, now)
    ]
    if error:
        _settle_error(callback, error, bool(failed), now)
    elif used:
        callback.settle(CallbackState.APPLIED, now)
    elif _keep_suggested(callback, reported, reports, rules, now):
        callback.settle(CallbackState.APPLIED, now, ONLY_SUGGESTIONS)
    else:
        callback.settle(CallbackState.IGNORED, now, NOTHING_NEEDED)


def _settle_error(
    callback: Callback, error: ProcessingFailure, is_counted: bool, now: datetime
) -> None:
    if is_counted:
        callback.settle(CallbackState.APPLIED, now, error.reason)
    else:
        callback.settle(CallbackState.IGNORED, now, f"{NOT_AWAITED} {error.reason}"[:1000])


@transaction.atomic
def _suggest_without_list(callback: Callback, reports: Reports, now: datetime) -> bool:
    """Keep numbers that are only suggestions although there is no start list to check them.

    Return whether there were any. They need no list: what a tagger adds is checked then.
    """
    if not _lock_stored(callback):
        return False
    photos = [photo for photo in lock_photos(callback, reports) if photo.pk in reports]
    rules = rules_of(callback.request.photo.album, None)
    is_kept = _keep_suggested(callback, photos, reports, rules, now)
    if is_kept:
        callback.settle(CallbackState.APPLIED, now, ONLY_SUGGESTIONS)
        callback.save(update_fields=_CHANGED)
    return is_kept


@transaction.atomic
def _postpone(
    callback: Callback, reports: Reports, failure: ProcessingFailure, now: datetime
) -> None:
    """Count a failed attempt of the photos; the callback waits for the next one of them."""
    if not _lock_stored(callback):
        return
    locked = lock_photos(callback, reports)
    named = reports or {callback.request.photo_id}
    photos = [photo for photo in locked if photo.pk in named and needs_number_provider(photo)]
    planned = [_note_postponed(photo, failure, now) for photo in photos]
    again = [moment for moment in planned if moment is not None]
    if again:
        callback.next_attempt_on, callback.reason_description = min(again), failure.reason
    elif photos:
        callback.settle(CallbackState.FAILED, now, failure.reason)
    else:
        callback.settle(CallbackState.IGNORED, now, NOTHING_NEEDED)
    callback.save(update_fields=_CHANGED)


def _note_postponed(photo: Photo, failure: ProcessingFailure, now: datetime) -> datetime | None:
    """Count a failed attempt at the photo's callback, and settle; return when the next one is."""
    note_failure(photo, NUMBERS, failure, now)
    planned = photo.numbers_next_attempt_on
    if photo.tagging_task_id is None:
        photo.callback_due_on = planned  # it is here, but nothing of it is applied yet
    else:
        stop_asking(photo)  # a tagger reads the numbers meanwhile
    settle(photo)
    return planned


def _lock_stored(callback: Callback) -> bool:
    """Lock the callback; return whether it still waits as it did when it was read.

    Otherwise another process has applied or postponed it since.
    """
    held = Callback.leased.held(callback.next_attempt_on)
    locked = Callback.objects.select_for_update().filter(
        held, pk=callback.pk, state=CallbackState.STORED
    )
    return bool(locked.values_list("pk"))


def lock_photos(callback: Callback, reports: Reports) -> list[Photo]:
    """Lock the photo that was asked about and those of the reports, without deleted ones."""
    locked = NumberRequest.objects.lock_photos(callback.request_id, reports)
    photos = locked[1] if locked else []
    return [photo for photo in photos if photo.state != PhotoState.DELETED]


def _asked(callback: Callback) -> UUID:
    return cast("UUID", callback.request.photo_id)  # callbacks about selfies are not stored


def reports_in(callback: Callback) -> Reports:
    """Return what the callback reports of each photo; with an error, of none."""
    if failure_in(callback.payload):
        return {}
    return reports_of(callback.payload, _asked(callback))


def has_numbers(reports: Reports) -> bool:
    return any(report.numbers for report in reports.values())


def _look(photos: Sequence[Photo], reports: Reports) -> list[AlbumText]:
    """Find out what there is of the photos already, mostly nothing; return the album's texts.

    What is not there is not read, deleted or compared later on.
    """
    if not photos:
        return []
    named = {"album": photos[0].album_id, "photos": [photo.pk for photo in photos]}
    found = {row[0]: row[1:] for row in fetch_rows(_STORED, named)}
    has_texts = False
    for photo in photos:
        with_numbers, with_persons, has_merges, has_texts = found[photo.pk]
        photo.known_numbers = None if with_numbers else []
        photo.known_persons = None if with_persons else []
        photo.has_no_merges = not has_merges
    if not has_texts or not has_numbers(reports):
        return []
    return list(AlbumText.objects.in_force().filter(album=photos[0].album_id))


def _keep_suggested(
    callback: Callback, photos: Iterable[Photo], reports: Reports, rules: NumberRules, now: datetime
) -> bool:
    asked_for = RecognitionType(callback.request.type)
    kept = [keep_suggestions(each, reports[each.pk], asked_for, rules, now) for each in photos]
    return any(kept)


def _note_reported_by_another(callback: Callback, used: Iterable[Photo], now: datetime) -> None:
    asked = _asked(callback)
    PhotoAttempt.objects.bulk_create(
        PhotoAttempt(
            photo=photo,
            recogniser=Recogniser.NUMBER_PROVIDER,
            outcome=AttemptOutcome.RECOGNIZED,
            reason=f"Reported by the callback {callback.pk} of the photo {asked}.",
            occurred_on=now,
        )
        for photo in used
        if photo.pk != asked
    )
