"""Partly legible numbers: `?65`, with a `?` for each digit that could not be read.

One digit at least is read, two at most are not. The one number of the start list that fits is the
number; without it the rest is evidence, and never sent.
"""

import re
from collections.abc import Collection, Sequence

from recognition.numbers.normalising import CheckedNumber, NumberParts, NumberRules, check
from recognition.records.albums import NumberFormat
from recognition.records.numbers import NumberRejection

UNREAD = "?"
MOST_UNREAD = 2
_SPACES = re.compile(r"\s+")
_PARTS = re.compile(r"([A-Z]{0,3})([0-9?]+)()|()([0-9?]+)([A-Z]{1,3})")


def check_typed(text: str, rules: NumberRules) -> CheckedNumber:
    """Decide as `check` about what a person typed, who may have read a number in part."""
    plain = _SPACES.sub("", text.replace("\uff1f", UNREAD)).upper()
    if UNREAD not in plain:
        return check(text, rules)
    written = _parts(plain)
    if written is None or not _is_well_formed(written, rules.number_format):
        return CheckedNumber(value=plain, rejection=NumberRejection.NOT_A_NUMBER)
    digits = rules.normalise(written.digits)
    value = str(NumberParts(before=written.before, digits=digits, after=written.after))
    if len(digits) > rules.capacity:
        return CheckedNumber(value=value, rejection=NumberRejection.TOO_LONG)
    fitting = [number for number in rules.start_list or () if fits(value, number)]
    if len(fitting) == 1:
        return CheckedNumber(value=fitting[0], read_as=value)
    return CheckedNumber(value=value, rejection=NumberRejection.PARTLY_LEGIBLE)


def fits(partial: str, number: str) -> bool:
    """Return whether a number may be the partly legible one.

    What is not read in front may be a zero that the number was stripped of, and letters may be
    missing altogether.
    """
    one, other = _parts(partial), _parts(number)
    if one is None or other is None:
        return False
    if one.has_letters and (one.before, one.after) != (other.before, other.after):
        return False
    pattern = one.digits.replace(UNREAD, "[0-9]")
    return bool(re.fullmatch(pattern, other.digits.zfill(len(one.digits))))


def all_fit(numbers: Collection[str], partial: Sequence[str]) -> bool:
    """Return whether each of the numbers fits a partly legible one of its own."""
    taken: dict[int, str] = {}

    def place(number: str, tried: set[int]) -> bool:
        for at, one in enumerate(partial):
            if at not in tried and fits(one, number):
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = number
                    return True
        return False

    return all(place(number, set()) for number in numbers)


def _parts(plain: str) -> NumberParts | None:
    found = _PARTS.fullmatch(plain)
    if found is None:
        return None
    before, digits, after = (part for part in found.groups() if part is not None)
    return NumberParts(before=before, digits=digits, after=after)


def _is_well_formed(written: NumberParts, number_format: NumberFormat) -> bool:
    unread = written.digits.count(UNREAD)
    has_digit = unread < len(written.digits)
    may_have_letters = number_format is not NumberFormat.DIGITS
    return has_digit and unread <= MOST_UNREAD and (may_have_letters or not written.has_letters)
