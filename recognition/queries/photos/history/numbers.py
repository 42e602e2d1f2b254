"""Numbers in a photo's history: those it has, and those that were replaced."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from foundation.records.plain_words import in_utc
from recognition.models import FormerNumber, NumberSource, Photo, PhotoNumber, SuggestedNumber
from recognition.queries.photos.history.entries import PhotoHistoryEntry
from recognition.queries.photos.verdicts import (
    SOURCES,
    explanation_of,
    facts_of,
    rejection_in_words,
)


def numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers were kept and which were rejected, and why."""
    for number in photo.numbers.order_by("rejection", "value"):
        yield _verdict(number, photo.album.start_number_capacity)


def suggestions(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers of a late answer were kept as suggestions for taggers."""
    for number in photo.suggested_numbers.order_by("rejection", "value"):
        yield _suggestion(number, number.read_on, photo.album.start_number_capacity)


def former_numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return the numbers and suggestions that were replaced, and when."""
    digits = photo.album.start_number_capacity
    for number in photo.former_numbers.order_by("pk"):
        entry = (
            _suggestion(number, number.judged_on, digits)
            if number.is_suggestion
            else _verdict(number, digits)
        )
        text = f"{entry.text} Replaced at {in_utc(number.replaced_on)}."
        details = {**entry.details, "replacedOn": number.replaced_on.isoformat()}
        yield replace(entry, text=text, details=details)


def _verdict(number: PhotoNumber | FormerNumber, digits: int) -> PhotoHistoryEntry:
    value, source, rejection = number.value, number.source, number.rejection
    why, how = explanation_of(number), SOURCES[NumberSource(source)]
    kind, text = "NumberKept", f"{value} kept, {how}{why and f': {why}'}."
    if rejection:
        why = why or rejection_in_words(number, digits)
        kind, text = "NumberRejected", f"“{value}” rejected, {how}: {why}."
    details = {"value": value, "source": source, "rejection": rejection or None}
    facts = {"confidence": number.confidence, **facts_of(number)}
    return PhotoHistoryEntry(number.judged_on, kind, text, {**details, **facts})


def _suggestion(
    number: SuggestedNumber | FormerNumber, read_on: datetime, digits: int
) -> PhotoHistoryEntry:
    value, rejection = number.value, number.rejection
    why = f": {rejection_in_words(number, digits)}" if rejection else ""
    text = f"“{value}” kept as a suggestion for taggers{why}."
    facts = {"value": value, "rejection": rejection or None, "confidence": number.confidence}
    return PhotoHistoryEntry(read_on, "NumberSuggested", text, facts)
