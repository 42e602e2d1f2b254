"""What an album's name and date say of texts that are no start numbers: years and distances.

Only for albums without a start list: a list decides by itself. A runner may have the number 10 in
an album named "City Run 10 km". So what is a distance is decided by the words beside a reading: a
unit, or the album's name. A year alone is none of the runners': it stands on banners, shirts and
bibs, and seldom is it one runner's number.
"""

import re
import unicodedata
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from foundation.records.formats import around

# In the languages of the project, without accents and in small letters.
_UNITS = (
    "km|kms|kilometers?|kilometern|kilometres?|kilometros?|miles?|meilen?|millas?|км|километр[а-я]*"
    "|миля|мили|миль"
)
_HALF_MARATHON = re.compile(
    r"half[\s-]*marathon|halbmarathon|полумарафон|medi[oa][\s-]*maraton|semi[\s-]*marathon"
)
_MARATHON = re.compile(r"(?<!ultra)(?<!ultra[\s-])(?:marathon|maraton|марафон)")
_HALF_LENGTH = frozenset({"21", "211", "210975"})  # of 21.1 or 21.0975 km
_LENGTH = frozenset({"42", "42195"})
_AND = r"\s*(?:[/,.&+|]|-|und|and|y|et|и)\s*"
# One distance or several, as in "5/10 km" and "21,1 km".
_DISTANCES = re.compile(rf"(\d+(?:{_AND}\d+)*)[\s-]*(?:km|км|(?:{_UNITS}|k)(?!\w))")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DIGITS = re.compile(r"\d+")
_PIECES = re.compile(r"[^\W\d_]+|\d+|#")
_WITH_UNIT = re.compile(rf"(?<!\w)(?:{_UNITS})[\s.:]*#|#[\s-]*(?:{_UNITS})(?!\w)")
_WITH_K = re.compile(r"#[\s-]*k(?!\w)")
_NUMBER = re.compile(r"([^\W\d_]*)0*(\d+)([^\W\d_]*)")
_MOST_DIGITS = 3  # of a length beside its unit
_LEAST_LETTERS = 3  # of a word of the name
# A moment is of these days somewhere on earth.
_WEST, _EAST = timedelta(hours=12), timedelta(hours=14)


class KnownTextKind(StrEnum):
    """Why a text is no start number."""

    YEAR = "Year"  # of the album's date or name
    DISTANCE = "Distance"  # of the album's name
    LENGTH = "Length"  # a unit stands beside it
    NAME = "Name"  # the album's name, with this number in it


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTexts:
    """What an album's name and date say; false: they say nothing.

    `neighbours` are a word of the name and a number beside it, in their order.
    """

    years: Set[str] = field(default_factory=frozenset)
    distances: Set[str] = field(default_factory=frozenset)
    neighbours: Set[tuple[str, str]] = field(default_factory=frozenset)

    def __bool__(self) -> bool:
        return bool(self.years or self.distances or self.neighbours)

    def find(self, value: str, words: str) -> KnownTextKind | None:
        """Return why a number is none; None: nothing known speaks against it.

        :param words: those around it, with `#` in its place; letters of the number may be a unit.
        """
        parts = _NUMBER.fullmatch(value)
        if parts is None or not self:
            return None
        before, digits, after = parts.groups()
        if digits in self.years and not before and not after:
            return KnownTextKind.YEAR
        around = _plain((words or "#").replace("#", f"{before}#{after}", 1))
        if digits in self.distances and (_WITH_K.search(around) or _WITH_UNIT.search(around)):
            return KnownTextKind.DISTANCE
        if len(digits) <= _MOST_DIGITS and _WITH_UNIT.search(around):
            return KnownTextKind.LENGTH
        if self.neighbours & set(_neighbours(around, digits)):
            return KnownTextKind.NAME
        return None


NOTHING_KNOWN = KnownTexts()


@lru_cache(maxsize=256)
def known_texts(name: str, event_date: datetime | None) -> KnownTexts:
    """Return what is known by an album's name and date: `Half Marathon 2026, 21 and 10 km`."""
    plain = _plain(name)
    years = set(_YEAR.findall(plain))
    if event_date is not None:
        years |= {str(moment.year) for moment in around(event_date, _WEST, _EAST)}
    return KnownTexts(
        years=frozenset(years),
        distances=frozenset(_distances(plain)),
        neighbours=frozenset(_neighbours(plain)),
    )


def _distances(plain: str) -> Iterator[str]:
    """Yield the distances of a name in kilometres or miles, as digits; of 21.1 also 211."""
    for found in _DISTANCES.finditer(plain):
        yield from _DIGITS.findall(found[1])
        yield "".join(_DIGITS.findall(found[1]))
    rest = _HALF_MARATHON.sub("", plain)
    if rest != plain:
        yield from _HALF_LENGTH
    if _MARATHON.search(rest):
        yield from _LENGTH


def _neighbours(plain: str, digits: str = "") -> Iterator[tuple[str, str]]:
    """Yield each number with the word before it and the word after it.

    :param digits: what `#` stands for; only its neighbours are wanted then.
    """
    pieces = _PIECES.findall(plain)
    for one, other in pairwise(pieces):
        word, number = (other, one) if _is_number(one) else (one, other)
        if not _is_number(number) or len(word) < _LEAST_LETTERS or not word.isalpha():
            continue
        if not digits:
            yield one, other
        elif number == "#":
            yield (digits, other) if number == one else (one, digits)


def _is_number(piece: str) -> bool:
    return piece == "#" or piece.isdecimal()


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))
