"""Readings and their verdicts as rows: what a row keeps, so that it can be judged again."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from recognition.context import place_of, place_of_record, words_of
from recognition.judging import Alternative, Knowledge, Reading, Verdict, judge, read
from recognition.models import (
    NumberBasis,
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
)
from recognition.numbers import NumberRules
from recognition.providers.numbers.callbacks import ReadNumber

_MAX_VALUE = 100  # characters


def checked_reading(number: ReadNumber, rules: NumberRules) -> Reading:
    """Check what the provider read by the album's rules."""
    checked = read(number.text, rules, number.confidence, number.alternatives)
    return replace(checked, place=place_of(number.box), words=words_of(number.phrase, number.text))


def reading_of(row: PhotoNumber) -> Reading:
    """Return the reading that a row was judged from."""
    facts = row.evidence or {}
    rejection = facts["rejection"] if row.evidence else row.rejection
    return Reading(
        text=facts.get("readAs", row.value),
        value=facts.get("value", row.value),
        rejection=NumberRejection(rejection) if rejection else None,
        confidence=facts["confidence"] if row.evidence else row.confidence,
        alternatives=tuple(
            Alternative(value=value, confidence=confidence)
            for value, confidence in facts.get("alternatives", ())
        ),
        listed=facts.get("listed", False),
        place=place_of_record(row),
        words=row.words,
    )


def judged_row(row: PhotoNumber, reading: Reading, known: Knowledge) -> PhotoNumber:
    """Return an unsaved row of the reading and its verdict, in place of `row`.

    Of `row` are taken its photo, its box and when it was read.
    """
    verdict = judge(reading, known)
    place = reading.place
    return PhotoNumber(
        photo_id=row.photo_id,
        album_id=row.album_id,
        value=verdict.value[:_MAX_VALUE],
        rejection=verdict.rejection or "",
        basis=verdict.basis or "",
        source=NumberSource.PROVIDER,
        confidence=verdict.confidence,
        evidence=_evidence(reading, verdict, known),
        box=row.box,
        read_on=row.read_on,
        place_x=place.x if place else None,
        place_y=place.y if place else None,
        place_height=place.height if place else None,
        words=reading.words,
    )


def judged_rows(
    photo: Photo, read: Iterable[tuple[ReadNumber, Reading]], known: Knowledge
) -> list[PhotoNumber]:
    """Judge what was read on a photo; each value is left once."""
    rows = [
        judged_row(PhotoNumber(photo=photo, album_id=photo.album_id, box=number.box), each, known)
        for number, each in read
    ]
    return each_once(rows)


def each_once(rows: Iterable[PhotoNumber]) -> list[PhotoNumber]:
    """Leave each value once: the accepted reading before a rejected one, then the surest."""
    by_value: dict[str, PhotoNumber] = {}
    for row in sorted(rows, key=lambda row: (not row.rejection, _sureness(row))):
        by_value[row.value] = row
    return list(by_value.values())


def standing(row: PhotoNumber) -> tuple[Any, ...]:
    """Return what a verdict says; of an unsure number also by which threshold."""
    is_unsure = row.rejection == NumberRejection.LOW_CONFIDENCE
    minimum = row.evidence["minimum"] if row.evidence and is_unsure else None
    return row.value, row.rejection, row.basis, row.confidence, minimum


def _sureness(row: PhotoNumber) -> float:
    return 0 if row.confidence is None else row.confidence


def _evidence(reading: Reading, verdict: Verdict, known: Knowledge) -> dict[str, Any] | None:
    """Return what cannot be seen from the row's other columns; None: all can.

    A row without it was judged as read, and its confidence is the reading's.
    """
    is_plain = verdict.basis is None and verdict.rejection is not NumberRejection.LOW_CONFIDENCE
    if is_plain and not reading.alternatives:
        return None
    facts: dict[str, Any] = {
        "readAs": reading.text[:_MAX_VALUE],
        "value": reading.value[:_MAX_VALUE],
        "rejection": reading.rejection,
        "confidence": reading.confidence,
        "alternatives": [[other.value, other.confidence] for other in reading.alternatives],
        "listed": reading.listed,
        "minimum": known.minimum,
    }
    if verdict.basis is NumberBasis.SAME_PERSON:
        facts["photoId"] = str(verdict.photo_id)
    if verdict.text is not None:
        facts["text"] = {"words": verdict.text.in_words(), "photos": verdict.text.photos}
        facts["text"]["samePlace"] = not verdict.text.words
    return facts
