"""Judging a reading: which number it stands for, and whether that is sure enough.

`read` checks a reading against the album's rules and its start list. `judge` decides by how sure
the provider was and by what is known of the album. It needs no start list and no provider, so it
can be repeated whenever more is known. `docs/recognition.md` has the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from recognition.context import Place, find_text
from recognition.models import AlbumText, NumberBasis, NumberRejection
from recognition.numbers import NumberRules, check

# An alternative below it is not taken, even if it is the number of a person on the photo.
LEAST_ALTERNATIVE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Another reading of the same text; `confidence` is 0 to 1."""

    value: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a provider read, checked by the album's rules.

    `value` is `text` normalised; `rejection` says why it is no number of the album, None: it is
    one. `confidence` None: the provider is taken at its word. `alternatives` are numbers of the
    album, others than `value`, the surest first; `listed`: they are on its start list.
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
        """Say whether the provider was sure of what it read."""
        return self.confidence is None or self.confidence >= minimum


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known when a reading is judged.

    `minimum` is the confidence that the album asks for, `texts` are those of the album, and
    `confirmed` are numbers of the photo's persons, each with another photo that has it.
    """

    minimum: float
    texts: Sequence[AlbumText] = ()
    confirmed: Mapping[str, UUID] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The number that a reading stands for, without `rejection`; or the text with one.

    `text` and `photo_id` are what it rests on, where `basis` is `Context` or `SamePerson`.
    """

    value: str
    confidence: float | None
    rejection: NumberRejection | None = None
    basis: NumberBasis | None = None
    text: AlbumText | None = None
    photo_id: UUID | None = None


def read(
    text: str,
    rules: NumberRules,
    confidence: float | None = None,
    alternatives: Iterable[Alternative] = (),
) -> Reading:
    """Check a reading and its alternatives by the rules; unusable alternatives are left out."""
    own = check(text, rules)
    usable: dict[str, Alternative] = {}
    for other in sorted(alternatives, key=lambda other: other.confidence):
        checked = check(other.value, rules)
        if checked.rejection is None and checked.value != own.value:
            usable[checked.value] = replace(other, value=checked.value)
    return Reading(
        text=text,
        value=own.value,
        rejection=own.rejection,
        confidence=confidence,
        alternatives=tuple(sorted(usable.values(), key=lambda other: -other.confidence)),
        listed=rules.start_list is not None,
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
        return _taken(sure[0], NumberBasis.AMBIGUOUS, low)
    if sure:
        return _taken(sure[0], NumberBasis.ALTERNATIVE)
    if reading.rejection is None:
        return replace(own, rejection=low)
    if reading.alternatives and not is_sure:
        return _taken(reading.alternatives[0], NumberBasis.ALTERNATIVE, low)
    return own


def _taken(
    other: Alternative, basis: NumberBasis, rejection: NumberRejection | None = None
) -> Verdict:
    return Verdict(value=other.value, confidence=other.confidence, rejection=rejection, basis=basis)


def _confirmed(reading: Reading, confirmed: Mapping[str, UUID]) -> Verdict | None:
    """Take the one number that the reading may stand for and that its persons have elsewhere."""
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
