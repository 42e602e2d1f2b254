"""Start numbers: a text that was read becomes a tag, or is rejected with a reason.

Trim and drop inner spaces; digits only; apply the album's policy; compare with its capacity; look
the number up in the start list, normalised the same way.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from recognition.models import Album, NormalizationPolicy, NumberRejection
from recognition.models.albums import MAX_CAPACITY
from records.refusals import Invalid

_DIGITS = re.compile(r"[0-9]+", re.ASCII)
_SPACES = re.compile(r"\s+")
_MOST_WAYS = 64  # spellings in upper and lower case: of six letters, all
_WHY = {
    NumberRejection.NOT_A_NUMBER: "is not a number",
    NumberRejection.TOO_LONG: "has more digits than the album's numbers",
    NumberRejection.NOT_IN_START_LIST: "is not in the start list",
}


class NumbersNotAccepted(Invalid):
    """A number fails the album's checks."""

    code = "number-not-accepted"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRules:
    """The rules for start numbers of an album; `start_list` None: there is none to check."""

    policy: NormalizationPolicy
    capacity: int
    start_list: frozenset[str] | None

    def normalise(self, digits: str) -> str:
        """Apply the policy to a string of digits."""
        if self.policy is NormalizationPolicy.STRIP_LEADING_ZEROS:
            return digits.lstrip("0") or "0"
        if self.policy is NormalizationPolicy.PAD_LEADING_ZEROS:
            return digits.zfill(self.capacity)
        return digits


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedNumber:
    """A text that was checked: a normalised `value` without `rejection`, or the text with one."""

    value: str
    rejection: NumberRejection | None = None


def rules_of(album: Album, start_numbers: Iterable[str] | None) -> NumberRules:
    """Return the rules of an album with its start list as the competitor service gave it."""
    rules = NumberRules(
        policy=NormalizationPolicy(album.normalization_policy),
        capacity=album.start_number_capacity,
        start_list=None,
    )
    if start_numbers is None:
        return rules
    return replace(rules, start_list=_listed(tuple(start_numbers), rules))


@lru_cache(maxsize=16)
def _listed(start_numbers: tuple[str, ...], rules: NumberRules) -> frozenset[str]:
    """Return the list as numbers are looked up in it; it is the same for many photos."""
    return frozenset(rules.normalise(_SPACES.sub("", number)) for number in start_numbers)


def check(text: str, rules: NumberRules) -> CheckedNumber:
    """Normalise a text and decide whether it is a start number."""
    read = _SPACES.sub("", text)
    if not _DIGITS.fullmatch(read):
        return CheckedNumber(value=read, rejection=NumberRejection.NOT_A_NUMBER)
    number = rules.normalise(read)
    if len(number) > rules.capacity:
        return CheckedNumber(value=number, rejection=NumberRejection.TOO_LONG)
    if rules.start_list is not None and number not in rules.start_list:
        return CheckedNumber(value=number, rejection=NumberRejection.NOT_IN_START_LIST)
    return CheckedNumber(value=number)


def sorted_out(texts: Sequence[str], rules: NumberRules, field: str) -> tuple[list[str], list[str]]:
    """Return the normalised numbers that are accepted, and those that only the list refuses.

    :raises NumbersNotAccepted: as `accepted`, but not because of the start list.
    """
    free = replace(rules, start_list=None)
    numbers = accepted(texts, free, field)
    listed = [number for number in numbers if check(number, rules).rejection is None]
    return listed, [number for number in numbers if number not in listed]


def accepted(texts: Sequence[str], rules: NumberRules, field: str) -> list[str]:
    """Return the normalised numbers, each once.

    :param field: the name of the field that has the texts.
    :raises NumbersNotAccepted: one of them fails the checks; `errors` names each by its place.
    """
    checked = [check(text, rules) for text in texts]
    wrong = {f"{field}.{place}": _why(one) for place, one in enumerate(checked) if one.rejection}
    if wrong:
        raise NumbersNotAccepted(errors=wrong)
    return list(dict.fromkeys(one.value for one in checked))


def _why(number: CheckedNumber) -> str:
    rejection = number.rejection or NumberRejection.NOT_A_NUMBER
    return f"{rejection.value}: {number.value[:100]} {_WHY[rejection]}."


def spellings(text: str) -> set[str]:
    """Return the values that a photo may have for a number which a person writes like this.

    Spaces and full-width digits do not matter. Albums strip leading zeros, pad with them or leave
    them, so digits have any number of them, to the largest capacity. Letters are in either case;
    where they are many, as written, all upper, all lower or capitalised.
    """
    written = _SPACES.sub("", text)
    folded = unicodedata.normalize("NFKC", written)
    if not _DIGITS.fullmatch(folded):
        return {written} | _in_either_case(folded)
    bare = folded.lstrip("0") or "0"
    return {written, folded} | {bare.zfill(width) for width in range(1, MAX_CAPACITY + 1)}


def _in_either_case(text: str) -> set[str]:
    cases = [{letter.lower(), letter.upper()} for letter in text]
    if 2 ** sum(len(case) - 1 for case in cases) > _MOST_WAYS:
        return {text, text.upper(), text.lower(), text.capitalize()}
    return {"".join(letters) for letters in product(*cases)}
