"""Texts and JSON without what names someone."""

import re
from collections.abc import Iterable, Mapping
from string import ascii_uppercase
from typing import Any

ERASED = "(erased)"
APART = r"[\s-]*"
_KEPT = ("name",)  # of a callback: the photo that it is about
_NAMING = ("id", "personId", "person_id", "activity_id")
_LONG_ENOUGH = 8  # characters: within texts a shorter id would be found in everything


class Marks:
    """Ids, and start numbers as they may be written: `42`, `0042`, `4 2`; `T42` as `t-042`.

    A number by itself is also one that is partly legible: `?2`.
    """

    def __init__(self, ids: Iterable[str] = (), numbers: Iterable[str] = ()) -> None:
        self._ids = {each.casefold() for each in ids}
        numbers = list(numbers)
        self._numbers = "|".join(map(_written, numbers))
        self._in_part = "|".join(_written(each, "[{}?]") for each in numbers)
        self.coarse = "|".join(filter(None, [*map(re.escape, self._ids), self._in_part]))
        """A pattern, also of PostgreSQL, that matches wherever a mark is, and in other places."""
        long = [re.escape(each) for each in self._ids if len(each) >= _LONG_ENOUGH]
        self._in_texts = _pattern("|".join(filter(None, [*long, self._numbers])))

    def is_number(self, value: object) -> bool:
        """Return whether a value is one of the numbers, and nothing else."""
        is_text = isinstance(value, str | int) and bool(self._in_part)
        return is_text and bool(_pattern(self._in_part).fullmatch(str(value).strip()))

    def without(self, value: Any) -> Any:
        """Return the value without the marks; items of lists that they name are left out."""
        if isinstance(value, str):
            return self._in_texts.sub(ERASED, value)
        if isinstance(value, list):
            return [self.without(item) for item in value if not self._name_item(item)]
        if isinstance(value, dict):
            return {
                key: inner if key in _KEPT else self.without(inner) for key, inner in value.items()
            }
        return value

    def replaced(self, value: Any) -> Any:
        """Return the value without the marks; one that is itself a mark says that it was erased."""
        is_mark = not isinstance(value, list) and self._name_item(value)
        return ERASED if is_mark else self.without(value)

    def name(self, value: Any) -> bool:
        """Return whether a mark is in the value."""
        return bool(self.without(value) != value)

    def _name_item(self, item: Any) -> bool:
        if not isinstance(item, dict):
            return str(item).casefold() in self._ids or self.is_number(item)
        named = {str(item.get(key)).casefold() for key in _NAMING}
        return bool(named & self._ids) or self.is_number(item.get("value"))


def marks_in(subject: Mapping[str, Any]) -> Marks:
    """Return the marks of a subject of any kind, those of all its albums together."""
    numbers = {number for album in subject.get("albums", ()) for number in album["numbers"]}
    return Marks(ids=[*subject.get("words", ()), *subject.get("persons", ())], numbers=numbers)


def _written(number: str, sign: str = "{}") -> str:
    """Return the pattern of a number: zeros before its digits, spaces and hyphens within it.

    :param sign: what may stand in place of a digit.
    """
    rest = number.lstrip(ascii_uppercase)
    letters = [re.escape(letter) for letter in number.removesuffix(rest)]
    digits = [sign.format(re.escape(each)) for each in rest]
    return APART.join([*letters, f"{sign.format(0)}*{APART.join(digits)}"])


def _pattern(alternatives: str) -> re.Pattern[str]:
    """Return the pattern of whole words; of no alternatives, one that never matches."""
    return re.compile(rf"(?<!\w)(?:{alternatives or '(?!)'})(?!\w)", re.IGNORECASE)
