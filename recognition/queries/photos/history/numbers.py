"""Numbers in a photo's history: those it has, and those that were replaced."""

from collections.abc import Iterator
from dataclasses import replace
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
        text = f"{entry.text} Replaced at {number.replaced_on:%Y-%m-%d %H:%M:%S} UTC."
        details = {**entry.details, "replacedOn": number.replaced_on.isoformat()}
        yield replace(entry, text=text, details=details)


def _verdict(number: PhotoNumber | FormerNumber) -> PhotoHistoryEntry:
    value, source, why = number.value, number.source, explanation_of(number)
    kind, text = "NumberKept", f"{value} kept, read by {source}{why and f': {why}'}."
    if rejection := number.rejection:
        because = f"{rejection}{why and f' ({why})'}"
        kind, text = "NumberRejected", f"{value!r} rejected, read by {source}: {because}."
    details = {"value": value, "source": source, "rejection": rejection or None}
    facts = {"confidence": number.confidence, **facts_of(number)}
    return PhotoHistoryEntry(number.judged_on, kind, text, {**details, **facts})


def _suggestion(number: SuggestedNumber | FormerNumber, read_on: datetime) -> PhotoHistoryEntry:
    value, rejection = number.value, number.rejection
    text = f"{value!r} kept as a suggestion for taggers{rejection and f': {rejection}'}."
    facts = {"value": value, "rejection": rejection or None, "confidence": number.confidence}
    return PhotoHistoryEntry(read_on, "NumberSuggested", text, facts)
