"""Start numbers: a text that was read becomes a tag, or is rejected with a reason.

Trim and drop inner spaces; digits only; apply the album's policy; compare with its capacity; look
the number up in the start list, normalised the same way. In an album of `LettersAndDigits` up to
three letters before or after the digits belong to the number; policy and capacity are about the
digits. There a reading without letters stands for the one number of the list that has its digits.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from foundation.records.refusals import Invalid
from recognition.records.albums import MAX_CAPACITY, Album, NormalizationPolicy, NumberFormat
from recognition.records.numbers import NumberRejection

_DIGITS = re.compile(r"()([0-9]+)()")
_WITH_LETTERS = re.compile(r"([A-Za-z]{0,3})([0-9]+)()|()([0-9]+)([A-Za-z]{1,3})")
_SPACES = re.compile(r"\s+")
_SPACES_AND_HYPHENS = re.compile(r"[\s\u002d\u2010\u2011]+")
_FULL_WIDTH, _LAST_FULL_WIDTH, _TO_PLAIN = "\uff01", "\uff5e", 0xFEE0
_MOST_WAYS = 64  # spellings in upper and lower case: of six letters, all
_WHY = {
    NumberRejection.NOT_A_NUMBER: "is not a number",
    NumberRejection.TOO_LONG: "has more digits than the album's numbers",
    NumberRejection.NOT_IN_START_LIST: "is not in the start list",
}


class NumbersNotAccepted(Invalid):
    """A number fails the album's checks."""

    code = "number-not-accepted"
    has_codes = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberParts:
    """A start number in its parts: letters before the digits, the digits, letters after them."""

    before: str
    digits: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.digits}{self.after}"

    @property
    def has_letters(self) -> bool:
        return bool(self.before or self.after)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRules:
    """The rules for start numbers of an album; `start_list` None: there is none to check."""

    policy: NormalizationPolicy
    capacity: int
    start_list: frozenset[str] | None
    number_format: NumberFormat = NumberFormat.DIGITS

    def are_of(self, album: Album) -> bool:
        """Return whether the album still has these rules, its start list apart."""
        now = rules_of(album, None)
        return replace(self, start_list=None) == now

    def normalise(self, digits: str) -> str:
        """Apply the policy to a string of digits."""
        if self.policy is NormalizationPolicy.STRIP_LEADING_ZEROS:
            return digits.lstrip("0") or "0"
        if self.policy is NormalizationPolicy.PAD_LEADING_ZEROS:
            return digits.zfill(self.capacity)
        return digits


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedNumber:
    """A text that was checked: a normalised `value` without `rejection`, or the text with one.

    `read_as`: what was legible of the one number of the start list that fits it.
    """

    value: str
    rejection: NumberRejection | None = None
    read_as: str = ""


def rules_of(album: Album, start_numbers: Iterable[str] | None) -> NumberRules:
    """Return the rules of an album with its start list as the competitor service gave it."""
    rules = NumberRules(
        policy=NormalizationPolicy(album.normalization_policy),
        capacity=album.start_number_capacity,
        number_format=NumberFormat(album.number_format),
        start_list=None,
    )
    if start_numbers is None:
        return rules
    return replace(rules, start_list=_listed(tuple(start_numbers), rules))


@lru_cache(maxsize=16)
def _listed(start_numbers: tuple[str, ...], rules: NumberRules) -> frozenset[str]:
    """Return the list as numbers are looked up in it; it is the same for many photos."""
    checked = (check(number, rules) for number in start_numbers)
    return frozenset(one.value for one in checked if not one.rejection)


def unusable_entries(album: Album, start_numbers: Iterable[str]) -> list[str]:
    """Return the entries of a start list that no reading of the album's photos can match."""
    rules = rules_of(album, None)
    return [number for number in start_numbers if check(number, rules).rejection]


def comparable(entry: str) -> str:
    """Return a start list's entry as readings are written, where that is safe.

    Full-width characters and the digits of other scripts become the plain ones; white space and
    invisible characters, as a byte order mark, go. Letters of other scripts stay: they only look
    alike.
    """
    return "".join(_comparable(letter) for letter in entry)


def _comparable(letter: str) -> str:
    if letter.isspace() or unicodedata.category(letter) == "Cf":
        return ""
    if _FULL_WIDTH <= letter <= _LAST_FULL_WIDTH:
        return chr(ord(letter) - _TO_PLAIN)
    return str(unicodedata.decimal(letter, letter))


def written_in(text: str, number_format: NumberFormat) -> NumberParts | None:
    """Return the parts of a text that is a number of this format; None: it is none.

    Letters are upper case; spaces, and beside letters hyphens, are dropped.
    """
    if number_format is NumberFormat.DIGITS:
        found = _DIGITS.fullmatch(_SPACES.sub("", text))
    else:
        found = _WITH_LETTERS.fullmatch(_SPACES_AND_HYPHENS.sub("", text))
    if found is None:
        return None
    before, digits, after = (part for part in found.groups() if part is not None)
    return NumberParts(before=before.upper(), digits=digits, after=after.upper())


def check(text: str, rules: NumberRules) -> CheckedNumber:
    """Normalise a text and decide whether it is a start number."""
    written = written_in(text, rules.number_format)
    if written is None:
        read = _SPACES.sub("", text)
        return CheckedNumber(value=read, rejection=NumberRejection.NOT_A_NUMBER)
    digits = rules.normalise(written.digits)
    written = NumberParts(before=written.before, digits=digits, after=written.after)
    number = str(written)
    if len(written.digits) > rules.capacity:
        return CheckedNumber(value=number, rejection=NumberRejection.TOO_LONG)
    if rules.start_list is None or number in rules.start_list:
        return CheckedNumber(value=number)
    if whole := _whole_number(written, rules.start_list, rules.number_format):
        return CheckedNumber(value=whole)
    return CheckedNumber(value=number, rejection=NumberRejection.NOT_IN_START_LIST)


def _whole_number(
    read: NumberParts, start_list: frozenset[str], number_format: NumberFormat
) -> str | None:
    """Return the one number of the list with the digits that were read without letters."""
    if read.has_letters or number_format is NumberFormat.DIGITS:
        return None
    return _with_digits(start_list).get(read.digits)


@lru_cache(maxsize=16)
def _with_digits(start_list: frozenset[str]) -> Mapping[str, str]:
    """Return by their digits the numbers with letters whose digits no other number has."""
    found: dict[str, list[str]] = {}
    for number in start_list:
        written = written_in(number, NumberFormat.LETTERS_AND_DIGITS)
        if written is not None and written.has_letters:
            found.setdefault(written.digits, []).append(number)
    return {digits: numbers[0] for digits, numbers in found.items() if len(numbers) == 1}


def sorted_out(texts: Sequence[str], rules: NumberRules, field: str) -> tuple[list[str], list[str]]:
    """Return the normalised numbers that are accepted, and those that only the list refuses.

    :raises NumbersNotAccepted: as `accepted`, but not because of the start list.
    """
    free = replace(rules, start_list=None)
    checked = [check(number, rules) for number in accepted(texts, free, field)]
    listed, unlisted = (
        [one.value for one in checked if bool(one.rejection) is refused]
        for refused in (False, True)
    )
    return list(dict.fromkeys(listed)), unlisted


def accepted(texts: Sequence[str], rules: NumberRules, field: str) -> list[str]:
    """Return the normalised numbers, each once.

    :param field: the name of the field that has the texts.
    :raises NumbersNotAccepted: one of them fails the checks; `errors` names each by its place.
    """
    checked = [check(text, rules) for text in texts]
    refuse_rejected(checked, field)
    return list(dict.fromkeys(one.value for one in checked))


def refuse_rejected(checked: Sequence[CheckedNumber], field: str) -> None:
    """Refuse numbers that fail the checks, but not what is only partly legible.

    :param field: the name of the field that has the texts.
    :raises NumbersNotAccepted: one of them fails; `errors` names each by its place.
    """
    fine = (None, NumberRejection.PARTLY_LEGIBLE)
    wrong = {
        f"{field}.{place}": _why(one)
        for place, one in enumerate(checked)
        if one.rejection not in fine
    }
    if wrong:
        raise NumbersNotAccepted(errors=wrong)


def _why(number: CheckedNumber) -> str:
    rejection = number.rejection or NumberRejection.NOT_A_NUMBER
    is_part = "?" in number.value and rejection is NumberRejection.NOT_A_NUMBER
    why = "needs a digit that is read, and two `?` at most" if is_part else _WHY[rejection]
    return f"{rejection.value}: {number.value[:100]} {why}."


def spellings(text: str) -> set[str]:
    """Return the values that a photo may have for a number which a person writes like this.

    Spaces and full-width digits do not matter. Albums strip leading zeros, pad with them or leave
    them, so digits have any number of them, to the largest capacity. Letters are in either case;
    where they are many, as written, all upper, all lower or capitalised.
    """
    written = _SPACES.sub("", text)
    folded = unicodedata.normalize("NFKC", written)
    found = {written, folded} | _in_either_case(folded)
    number = written_in(folded, NumberFormat.LETTERS_AND_DIGITS)
    if number is None:
        return found
    bare = number.digits.lstrip("0") or "0"
    widths = range(1, MAX_CAPACITY + 1)
    return found | {str(replace(number, digits=bare.zfill(width))) for width in widths}


def _in_either_case(text: str) -> set[str]:
    cases = [{letter.lower(), letter.upper()} for letter in text]
    if 2 ** sum(len(case) - 1 for case in cases) > _MOST_WAYS:
        return {text, text.upper(), text.lower(), text.capitalize()}
    return {"".join(letters) for letters in product(*cases)}
