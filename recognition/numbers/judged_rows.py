"""Verdicts on readings as rows (`PhotoNumber`), and the readings that rows were judged from."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar

from recognition.numbers.judging import Alternative, Knowledge, Reading, Verdict, judge
from recognition.numbers.repeated_texts import place_of_record
from recognition.records.albums import NumberFormat
from recognition.records.numbers import (
    NumberBasis,
    NumberFacts,
    NumberRejection,
    NumberSource,
    PhotoNumber,
)

_MAX_VALUE = 100  # characters

J = TypeVar("J", bound=NumberFacts)


def judged_numbers(
    read: Iterable[tuple[PhotoNumber, Reading]], known: Knowledge, now: datetime
) -> list[PhotoNumber]:
    """Return unsaved rows of what was read on a photo, judged.

    Each value once: the accepted reading before a rejected one, then the surest.
    """
    return each_value_once(judged_row(row, reading, known, now) for row, reading in read)


def each_value_once(judged: Iterable[J]) -> list[J]:
    """Return one of each value: the accepted before a rejected one, then the surest."""
    by_value: dict[str, J] = {}
    for each in sorted(judged, key=lambda each: (not each.rejection, each.confidence or 0)):
        by_value[each.value] = each
    return list(by_value.values())


def judged_row(row: PhotoNumber, reading: Reading, known: Knowledge, now: datetime) -> PhotoNumber:
    """Return an unsaved row of the reading and its verdict, in place of `row`.

    The photo, the box and the time of reading are those of `row`.
    """
    verdict = judge(reading, known)
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
        judged_on=now,
        words=reading.words,
        worn_by="",
        **(reading.place.columns() if reading.place else {}),
    )


def verdict_as_stored(verdict: Verdict, known: Knowledge) -> tuple[Any, ...]:
    """Return what `stored_verdict` returns of the verdict's row, without making the row."""
    minimum = known.minimum if verdict.is_unsure else None
    value, confidence = verdict.value[:_MAX_VALUE], verdict.confidence
    return value, verdict.rejection or "", verdict.basis or "", confidence, minimum


def reading_of(row: NumberFacts) -> Reading:
    """Return the reading that a row was judged from: its evidence, or else the row itself."""
    evidence = row.evidence or {"rejection": row.rejection, "confidence": row.confidence}
    rejection = evidence["rejection"]
    return Reading(
        text=evidence.get("readAs", row.value),
        value=evidence.get("value", row.value),
        rejection=NumberRejection(rejection) if rejection else None,
        confidence=evidence["confidence"],
        alternatives=tuple(
            Alternative(value=value, confidence=confidence)
            for value, confidence in evidence.get("alternatives", ())
        ),
        listed=evidence.get("listed", False),
        place=place_of_record(row),
        words=row.words,
        number_format=format_of(row),
    )


def format_of(row: NumberFacts) -> NumberFormat:
    """Return the format of the album's numbers when the row's reading was checked."""
    return NumberFormat((row.evidence or {}).get("format", NumberFormat.DIGITS))


def stored_verdict(row: NumberFacts) -> tuple[Any, ...]:
    """Return a row's verdict, to be compared with another row's.

    An unsure one has the threshold too: by another threshold it is another verdict.
    """
    is_unsure = row.rejection == NumberRejection.LOW_CONFIDENCE
    minimum = row.evidence["minimum"] if row.evidence and is_unsure else None
    return row.value, row.rejection, row.basis, row.confidence, minimum


def _evidence(reading: Reading, verdict: Verdict, known: Knowledge) -> dict[str, Any] | None:
    """Return what was read, if the row's other columns do not have it; None: they have.

    They have all of a reading without alternatives that was accepted or rejected as read, in an
    album whose numbers are digits: then its text is the value.
    """
    is_judged_as_read = verdict.basis is None and not verdict.is_unsure
    is_of_digits = reading.number_format is NumberFormat.DIGITS
    is_as_written = is_judged_as_read and reading.text == verdict.value
    if is_as_written and not reading.alternatives and is_of_digits:
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
    if not is_of_digits:
        facts["format"] = reading.number_format
    if verdict.basis is NumberBasis.SAME_PERSON:
        facts["photoId"] = str(verdict.photo_id)
    if verdict.named is not None:
        facts["named"] = {"kind": verdict.named, "words": reading.words.replace("#", reading.text)}
    elif verdict.text is not None:
        facts["text"] = {"words": verdict.text.in_words(), "photos": verdict.text.photos}
        facts["text"]["samePlace"] = not verdict.text.words
    return facts
