"""Start numbers: a text that was read becomes a tag, or is rejected with a reason.

Trim and drop inner spaces; digits only; apply the album's policy; compare with its capacity; look
the number up in the start list, normalised the same way.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from recognition.models import Album, NormalizationPolicy, NumberRejection

_DIGITS = re.compile(r"[0-9]+", re.ASCII)
_SPACES = re.compile(r"\s+")


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
    """Normalise a text and say whether it is a start number."""
    read = _SPACES.sub("", text)
    if not _DIGITS.fullmatch(read):
        return CheckedNumber(value=read, rejection=NumberRejection.NOT_A_NUMBER)
    number = rules.normalise(read)
    if len(number) > rules.capacity:
        return CheckedNumber(value=number, rejection=NumberRejection.TOO_LONG)
    if rules.start_list is not None and number not in rules.start_list:
        return CheckedNumber(value=number, rejection=NumberRejection.NOT_IN_START_LIST)
    return CheckedNumber(value=number)
