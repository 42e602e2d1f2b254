"""Numbers in a photo's history: those it has, and those that were replaced."""

from collections.abc import Iterator
from datetime import datetime

from recognition.models import FormerNumber, Photo, PhotoNumber, SuggestedNumber
from recognition.queries.photos.history.entries import PhotoHistoryEntry
from recognition.queries.photos.verdicts import explanation_of, facts_of


def numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers were kept and which were rejected, and why."""
    for number in photo.numbers.order_by("rejection", "value"):
        yield _verdict(number)


def suggestions(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers of a late answer were kept as suggestions for taggers."""
    for number in photo.suggested_numbers.order_by("rejection", "value"):
        yield _suggestion(number, number.read_on)


def former_numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return the numbers and suggestions that were replaced, and when."""
    for number in photo.former_numbers.order_by("pk"):
        is_suggestion = number.is_suggestion
        entry = _suggestion(number, number.judged_on) if is_suggestion else _verdict(number)
        yield PhotoHistoryEntry(
            occurred_on=entry.occurred_on,
            kind=entry.kind,
            text=f"{entry.text} Replaced at {number.replaced_on:%Y-%m-%d %H:%M:%S} UTC.",
            details={**entry.details, "replacedOn": number.replaced_on.isoformat()},
        )


def _verdict(number: PhotoNumber | FormerNumber) -> PhotoHistoryEntry:
    return PhotoHistoryEntry(
        occurred_on=number.judged_on,
        kind="NumberRejected" if number.rejection else "NumberKept",
        text=_verdict_in_words(number),
        details={
            "value": number.value,
            "source": number.source,
            "rejection": number.rejection or None,
            "confidence": number.confidence,
            **facts_of(number),
        },
    )


def _verdict_in_words(number: PhotoNumber | FormerNumber) -> str:
    value, source, explanation = number.value, number.source, explanation_of(number)
    if number.rejection:
        because = f" ({explanation})" if explanation else ""
        return f"{value!r} rejected, read by {source}: {number.rejection}{because}."
    return f"{value} kept, read by {source}{explanation and f': {explanation}'}."


def _suggestion(number: SuggestedNumber | FormerNumber, read_on: datetime) -> PhotoHistoryEntry:
    rejection = number.rejection
    return PhotoHistoryEntry(
        occurred_on=read_on,
        kind="NumberSuggested",
        text=f"{number.value!r} kept as a suggestion for taggers{rejection and f': {rejection}'}.",
        details={
            "value": number.value,
            "rejection": rejection or None,
            "confidence": number.confidence,
        },
    )
