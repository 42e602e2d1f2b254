"""What of a callback's reports is used, within the transaction that settles the callback."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from recognition.commands.photos.attempts import fail_asked
from recognition.commands.photos.results import apply_report
from recognition.commands.photos.suggestions import keep_suggestions
from recognition.models import (
    AlbumText,
    AttemptOutcome,
    Callback,
    CallbackState,
    Photo,
    PhotoAttempt,
    Recogniser,
    RecognitionType,
)
from recognition.numbers import NumberRules
from recognition.providers.failures import ProcessingFailure
from recognition.providers.numbers.callbacks import PhotoReport
from records.selections import Selection

NOT_NAMED = ProcessingFailure("The callback did not speak of this photo.")
NOTHING_NEEDED = "It reports nothing that is still needed."
ONLY_SUGGESTIONS = (
    "Its numbers are kept as suggestions: the album's strategy does not ask the provider for them."
)

_TEXTS = Selection(lambda album_id: AlbumText.objects.in_force().filter(album_id=album_id))


def use_reports(
    callback: Callback,
    photos: Sequence[Photo],
    reports: Mapping[UUID, PhotoReport],
    rules: NumberRules,
    now: datetime,
) -> None:
    """Use what the reports bring of a callback that this transaction has made `Applied`.

    :param photos: those of the reports, locked, without deleted ones.
    """
    asked_for = RecognitionType(callback.request.type)
    texts = _texts_of(callback.request.photo.album_id, reports)
    used = [
        photo for photo in photos if apply_report(photo, reports[photo.pk], asked_for, rules, texts)
    ]
    _note_reported_by_another(callback, used, now)
    if callback.request.photo.pk not in reports:
        fail_asked(callback.request.photo.pk, NOT_NAMED, now)
    if used:
        return
    suggested = keep_suggested(callback, photos, reports, rules)
    Callback.objects.filter(pk=callback.pk).update(
        state=CallbackState.APPLIED if suggested else CallbackState.IGNORED,
        reason_description=ONLY_SUGGESTIONS if suggested else NOTHING_NEEDED,
    )


def _texts_of(album_id: UUID, reports: Mapping[UUID, PhotoReport]) -> list[AlbumText]:
    """Return the album's texts that are no numbers, if there is a number to compare with them."""
    if not any(report.numbers for report in reports.values()):
        return []
    return _TEXTS(album_id=album_id)


def keep_suggested(
    callback: Callback,
    photos: Iterable[Photo],
    reports: Mapping[UUID, PhotoReport],
    rules: NumberRules,
) -> bool:
    asked_for = RecognitionType(callback.request.type)
    kept = [keep_suggestions(photo, reports[photo.pk], asked_for, rules) for photo in photos]
    return any(kept)


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
