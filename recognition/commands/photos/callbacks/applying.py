"""Applying stored callbacks to their photos."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from recognition.commands.photos.attempts import fail_asked, note_failure
from recognition.commands.photos.callbacks.using import (
    NOTHING_NEEDED,
    ONLY_SUGGESTIONS,
    keep_suggested,
    use_reports,
)
from recognition.commands.photos.state import settle
from recognition.models import (
    NUMBERS,
    Album,
    Callback,
    CallbackState,
    Photo,
    PhotoState,
)
from recognition.numbers import NumberRules, rules_of
from recognition.providers.failures import ProcessingFailure, counting_unforeseen
from recognition.providers.numbers.callbacks import (
    PhotoReport,
    failure_in,
    reports_of,
)
from recognition.providers.start_lists import start_list_of
from recognition.strategies import needs_number_provider
from records.selections import Selection
from records.statements import Statement

_STORED = Selection(
    lambda callback_id: Callback.objects.select_related(
        "request__photo__album__tenant__competitor_instance"
    ).filter(pk=callback_id, state=CallbackState.STORED)
)
_LOCKED = Selection(
    lambda photo_ids, album_id: (
        Photo.objects.with_album()
        .filter(pk__any=photo_ids, album_id=album_id)
        .exclude(state=PhotoState.DELETED)
        .select_for_update(of=("self",))
        .order_by("pk")
    )
)
_SETTLE = Statement("""
UPDATE recognition_callback
SET state = 'Applied', next_attempt_on = NULL, settled_on = %(now)s
WHERE id = %(callback)s AND state = 'Stored'
""")


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


def apply_callback(command: ApplyCallbackCommand) -> None:
    """Apply the callback's reports to their photos.

    Without the start list no number is accepted or dropped: the failure is stored on the photos,
    and the callback waits for the next attempt. An unforeseen exception does too, and is raised.
    """
    now = command.now
    callback = _STORED.first(callback_id=command.callback_id)
    if callback is None:
        return
    if failure := failure_in(callback.payload):
        _note_error(callback, failure, now)
        return
    named: Collection[UUID] = [callback.request.photo.pk]
    with counting_unforeseen(lambda failure: _postpone(callback, named, failure, now)):
        reports = reports_of(callback.payload, callback.request.photo.pk)
        named = reports.keys()
        try:
            rules = _rules_for(callback.request.photo.album, reports, now)
        except ProcessingFailure as failure:
            if not _suggest_without_list(callback, reports, now):
                _postpone(callback, named, failure, now)
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
    # Before the callback, as where one arrives: a repeat of this one may arrive just now.
    photos = _locked_photos(callback, reports.keys())
    if not _SETTLE.execute(callback=callback.pk, now=now):
        return  # another process was faster
    use_reports(callback, photos, reports, rules, now)


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
    suggested = keep_suggested(
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


def _locked_photos(callback: Callback, named: Collection[UUID]) -> list[Photo]:
    """Lock the photos that are not deleted, in the order of their ids.

    Two callbacks may name the same photos.
    """
    return _LOCKED(photo_ids=list(named), album_id=callback.request.photo.album_id)


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
