"""Judging a reading: which number it stands for, and whether that is sure enough.

`check_reading` checks what a provider read by the album's rules and start list. `judge` decides by
the provider's confidence and by what is known of the album; it needs no start list and no provider,
so it can be repeated whenever more is known. `recognition.numbers.judged_rows` stores the verdicts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from recognition.numbers.known_texts import NOTHING_KNOWN, KnownTextKind, KnownTexts, known_texts
from recognition.numbers.models import AlbumText
from recognition.numbers.normalising import NumberRules, check
from recognition.numbers.repeated_texts import Place, find_text, place_of, words_of
from recognition.records.albums import Album, NumberFormat
from recognition.records.numbers import NumberBasis, NumberRejection

# An alternative below it is not used, even if it is the number of a person on the photo.
LEAST_ALTERNATIVE = 0.05


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
    list. `number_format` is the album's when it was checked.
    """

    text: str
    value: str
    rejection: NumberRejection | None = None
    confidence: float | None = None
    alternatives: tuple[Alternative, ...] = ()
    listed: bool = False
    place: Place | None = None
    words: str = ""
    number_format: NumberFormat = NumberFormat.DIGITS

    def is_sure(self, minimum: float) -> bool:
        """Return whether the provider was sure of what it read."""
        return self.confidence is None or self.confidence >= minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known when a reading is judged.

    `minimum` is the confidence that the album requires, `texts` are those of the album, `named` is
    what its name and date say, and `confirmed` are numbers of the photo's persons, each with
    another photo that has it.
    """

    minimum: float
    texts: Sequence[AlbumText] = ()
    named: KnownTexts = NOTHING_KNOWN
    confirmed: Mapping[str, UUID] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The number that a reading stands for, without `rejection`; or the text with one.

    The evidence is `text` or `named` where `basis` is `Context`, `photo_id` where it is
    `SamePerson`.
    """

    value: str
    confidence: float | None
    rejection: NumberRejection | None = None
    basis: NumberBasis | None = None
    text: AlbumText | None = None
    named: KnownTextKind | None = None
    photo_id: UUID | None = None

    @property
    def is_unsure(self) -> bool:
        return self.rejection is NumberRejection.LOW_CONFIDENCE


def knowledge_of(album: Album, texts: Sequence[AlbumText]) -> Knowledge:
    """Return what is known of an album, selected with its tenant; `texts` are those in force."""
    named = NOTHING_KNOWN if album.has_start_list else known_texts(album.name, album.event_date)
    return Knowledge(minimum=album.required_confidence, texts=texts, named=named)


def check_reading(number: ReadNumber, rules: NumberRules) -> Reading:
    """Check a reading and its alternatives by the rules; unusable alternatives are left out."""
    words = words_of(number.phrase, number.text)
    return _checked(number, rules, place_of(number.box), words)


def _checked(
    number: ReadNumber | Reading, rules: NumberRules, place: Place | None, words: str
) -> Reading:
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
        place=place,
        words=words,
        number_format=rules.number_format,
    )


def check_again(reading: Reading, rules: NumberRules) -> Reading:
    """Check by other rules what was read; alternatives that were no numbers are not known."""
    return _checked(reading, rules, reading.place, reading.words)


def judge(reading: Reading, known: Knowledge) -> Verdict:
    """Decide which number a reading stands for, if any.

    1. By the provider's confidence.
    2. What would be a number, sure or unsure, is none if it is a text of the album, or, in an album
       without a start list, a year or a distance by the album's name and date.
    3. An unsure number is accepted if another photo of the same person has it.
    """
    verdict = _by_confidence(reading, known.minimum)
    if verdict.rejection is not None and not verdict.is_unsure:
        return verdict
    named = None if reading.listed else known.named.find(verdict.value, reading.words)
    text = find_text(known.texts, verdict.value, reading.place, reading.words)
    if named or text:
        rejection, basis = NumberRejection.NOT_A_NUMBER, NumberBasis.CONTEXT
        return replace(verdict, rejection=rejection, basis=basis, named=named, text=text)
    confirmed = _by_same_person(reading, known.confirmed or {}) if verdict.is_unsure else None
    return confirmed or verdict


def _by_confidence(reading: Reading, minimum: float) -> Verdict:
    """Judge by the provider's confidence alone: the first rule that fits decides.

    For example, if 123 and 128 are on the start list and `minimum` is 0.5:

        read       alternatives         verdict
        123 (0.9)  128 (0.8)            123
        1Z3 (0.4)  123 (0.8)            123, Alternative
        1Z3 (0.4)  123 (0.6) 128 (0.5)  123, LowConfidence, Ambiguous
        123 (0.3)  128 (0.2)            123, LowConfidence
        1Z3 (0.4)  123 (0.3)            123, LowConfidence, Alternative
        1Z3 (0.9)  123 (0.3)            1Z3, NotANumber
    """
    is_usable, is_sure = reading.rejection is None, reading.is_sure(minimum)
    as_read = Verdict(
        value=reading.value, confidence=reading.confidence, rejection=reading.rejection
    )
    if is_usable and is_sure:
        return as_read
    sure = [other for other in reading.alternatives if other.confidence >= minimum]
    if len(sure) == 1:
        return _as_alternative(sure[0], NumberBasis.ALTERNATIVE)
    if sure:
        return _unsure(_as_alternative(sure[0], NumberBasis.AMBIGUOUS))
    if is_usable:
        return _unsure(as_read)
    if reading.alternatives and not is_sure:
        return _unsure(_as_alternative(reading.alternatives[0], NumberBasis.ALTERNATIVE))
    return as_read


def _as_alternative(other: Alternative, basis: NumberBasis) -> Verdict:
    return Verdict(value=other.value, confidence=other.confidence, basis=basis)


def _unsure(verdict: Verdict) -> Verdict:
    return replace(verdict, rejection=NumberRejection.LOW_CONFIDENCE)


def confirmable(reading: Reading) -> Mapping[str, float | None]:
    """Return the numbers that a reading may be once another photo has one of them."""
    possible = {reading.value: reading.confidence} if reading.rejection is None else {}
    for other in reading.alternatives:
        if other.confidence >= LEAST_ALTERNATIVE:
            possible[other.value] = other.confidence
    return possible


def _by_same_person(reading: Reading, confirmed: Mapping[str, UUID]) -> Verdict | None:
    """Accept the one number, of the reading and its alternatives, that is confirmed."""
    possible = confirmable(reading)
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
