"""Judging a reading: which number it stands for, and whether that is sure enough.

`check_reading` checks what a provider read by the album's rules and start list. `judge` decides by
the provider's confidence and by what is known of the album; it needs no start list and no provider,
so it can be repeated whenever more is known. The rest turns readings into rows (`PhotoNumber`) and
back. `docs/recognition.md` has the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from recognition.album_texts import Place, find_text, place_of, place_of_record, words_of
from recognition.models import (
    AlbumText,
    NumberBasis,
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
)
from recognition.numbers import NumberRules, check

# An alternative below it is not used, even if it is the number of a person on the photo.
LEAST_ALTERNATIVE = 0.05
_MAX_VALUE = 100  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Another reading of the same text; `confidence` is 0 to 1."""

    value: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNumber:
    """A number as the provider read it.

    `box` is in fractions of the image, `alternatives` are other readings of the same text, and
    `phrase` is the text around it, with the number.
    """

    text: str
    confidence: float | None
    box: dict[str, float] | None
    alternatives: tuple[Alternative, ...] = ()
    phrase: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a provider read, checked by the album's rules.

    `value` is `text` normalised; `rejection` says why it is no number of the album, None: it is
    one. `confidence` None: the reading is accepted without a confidence check. `alternatives` are
    numbers of the album, others than `value`, the surest first; `listed`: they are on its start
    list.
    """

    text: str
    value: str
    rejection: NumberRejection | None = None
    confidence: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    listed: bool = False
    place: Place | None = None
    words: str = ""

    def is_sure(self, minimum: float) -> bool:
        """Return whether the provider was sure of what it read."""
        return self.confidence is None or self.confidence >= minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known when a reading is judged.

    `minimum` is the confidence that the album requires, `texts` are those of the album, and
    `confirmed` are numbers of the photo's persons, each with another photo that has it.
    """

    minimum: float
    texts: Sequence[AlbumText] = ()
    confirmed: Mapping[str, UUID] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The number that a reading stands for, without `rejection`; or the text with one.

    `text` and `photo_id` are the evidence where `basis` is `Context` or `SamePerson`.
    """

    value: str
    confidence: float | None
    rejection: NumberRejection | None = None
    basis: NumberBasis | None = None
    text: AlbumText | None = None
    photo_id: UUID | None = None


def check_reading(number: ReadNumber, rules: NumberRules) -> Reading:
    """Check a reading and its alternatives by the rules; unusable alternatives are left out."""
    own = check(number.text, rules)
    usable: dict[str, Alternative] = {}
    for other in sorted(number.alternatives, key=lambda other: other.confidence):
        checked = check(other.value, rules)
        if checked.rejection is None and checked.value != own.value:
            usable[checked.value] = replace(other, value=checked.value)
    return Reading(
        text=number.text,
        value=own.value,
        rejection=own.rejection,
        confidence=number.confidence,
        alternatives=tuple(sorted(usable.values(), key=lambda other: -other.confidence)),
        listed=rules.start_list is not None,
        place=place_of(number.box),
        words=words_of(number.phrase, number.text),
    )


def judge(reading: Reading, known: Knowledge) -> Verdict:
    """Decide which number a reading stands for, if any."""
    verdict = _by_confidence(reading, known.minimum)
    unsure = verdict.rejection is NumberRejection.LOW_CONFIDENCE
    if verdict.rejection is not None and not unsure:
        return verdict
    text = find_text(known.texts, verdict.value, reading.place, reading.words)
    if text is not None:
        rejection = NumberRejection.NOT_A_NUMBER
        return replace(verdict, rejection=rejection, basis=NumberBasis.CONTEXT, text=text)
    return _confirmed(reading, known.confirmed or {}) or verdict if unsure else verdict


def _by_confidence(reading: Reading, minimum: float) -> Verdict:
    is_sure, low = reading.is_sure(minimum), NumberRejection.LOW_CONFIDENCE
    own = Verdict(value=reading.value, confidence=reading.confidence, rejection=reading.rejection)
    if is_sure and reading.rejection is None:
        return own
    sure = [other for other in reading.alternatives if other.confidence >= minimum]
    if len(sure) > 1:
        return _of_alternative(sure[0], NumberBasis.AMBIGUOUS, low)
    if sure:
        return _of_alternative(sure[0], NumberBasis.ALTERNATIVE)
    if reading.rejection is None:
        return replace(own, rejection=low)
    if reading.alternatives and not is_sure:
        return _of_alternative(reading.alternatives[0], NumberBasis.ALTERNATIVE, low)
    return own


def _of_alternative(
    other: Alternative, basis: NumberBasis, rejection: NumberRejection | None = None
) -> Verdict:
    return Verdict(value=other.value, confidence=other.confidence, rejection=rejection, basis=basis)


def _confirmed(reading: Reading, confirmed: Mapping[str, UUID]) -> Verdict | None:
    possible = {reading.value: reading.confidence} if reading.rejection is None else {}
    for other in reading.alternatives:
        if other.confidence >= LEAST_ALTERNATIVE:
            possible[other.value] = other.confidence
    found = [value for value in possible if value in confirmed]
    if len(found) != 1:
        return None
    [value] = found
    return Verdict(
        value=value,
        confidence=possible[value],
        basis=NumberBasis.SAME_PERSON,
        photo_id=confirmed[value],
    )


def judged_numbers(
    photo: Photo, read: Iterable[tuple[ReadNumber, Reading]], known: Knowledge, now: datetime
) -> list[PhotoNumber]:
    """Return unsaved rows of what was read on a photo, judged; each value once."""
    rows = (
        (PhotoNumber(photo=photo, album_id=photo.album_id, box=number.box, read_on=now), reading)
        for number, reading in read
    )
    return each_once(judged_row(row, reading, known, now) for row, reading in rows)


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
        **(reading.place.columns() if reading.place else {}),
    )


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


def each_once(rows: Iterable[PhotoNumber]) -> list[PhotoNumber]:
    """Keep each value once: the accepted reading before a rejected one, then the surest."""
    by_value: dict[str, PhotoNumber] = {}
    for row in sorted(rows, key=lambda row: (not row.rejection, row.confidence or 0)):
        by_value[row.value] = row
    return list(by_value.values())


def standing(row: PhotoNumber) -> tuple[Any, ...]:
    """Return what rows with the same verdict have in common; if unsure, also the threshold."""
    is_unsure = row.rejection == NumberRejection.LOW_CONFIDENCE
    minimum = row.evidence["minimum"] if row.evidence and is_unsure else None
    return row.value, row.rejection, row.basis, row.confidence, minimum


def _evidence(reading: Reading, verdict: Verdict, known: Knowledge) -> dict[str, Any] | None:
    """Return what the row's other columns do not say; None: they say everything.

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
