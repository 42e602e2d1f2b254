"""What an erasure erases: parts that apps register, names as keyed hashes, texts without names."""

import hmac
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from string import ascii_uppercase
from typing import Any, ClassVar

from django.conf import settings

from foundation.moving.kinds import Row, RowProblem
from foundation.privacy.models import ErasedName, SubjectKind

Subject = Mapping[str, Any]  # the ids of who is erased, as JSON
Counts = Mapping[str, int]  # how much, by what: faces, numbers, callbacks


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What a portion erased, and where the next one goes on; `next` of None: the part is done."""

    counts: Counts = field(default_factory=dict)
    next: Any = None


class Part(ABC):
    """The part of an app. A portion may run again after a kill: what is erased stays erased."""

    asks: ClassVar[bool] = False  # other services, by `ask`
    reads_tables: ClassVar[bool] = False  # from end to end, for the subject's `words`

    def count(self, subject: Subject) -> Counts:
        """Return how much there is to erase now."""
        return {}

    def ask(self, subject: Subject) -> None:  # noqa: B027 (most ask no service)
        """Ask other services to erase the subject too, outside of a transaction; may be repeated.

        What this raises is tried again later.
        """

    @abstractmethod
    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        """Erase a portion within the caller's transaction.

        :param position: `next` of the portion before; None: the first one.
        """


_registered: defaultdict[str, list[Part]] = defaultdict(list)


def register_parts(kind: SubjectKind, *parts: Part) -> None:
    _registered[kind].extend(parts)


def parts_of(kind: str) -> list[Part]:
    """Return the parts in their order: apps above first, since they refer to those below."""
    return _registered[kind][::-1]


def count_all(kind: SubjectKind, subject: Subject) -> Counts:
    """Return what erasing the subject would erase now."""
    return {
        what: count
        for part in reversed(parts_of(kind))
        for what, count in part.count(subject).items()
        if count
    }


Name = tuple[str, ...]  # what it is, and its ids: ("person", album, person)


def digest_of(name: Name) -> str:
    """Return the HMAC-SHA256 of a name under `ERASURE_KEY`; without one, under `SECRET_KEY`."""
    text = "\n".join(name)
    key = settings.ERASURE_KEY or settings.SECRET_KEY
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def keep_erased(names: Iterable[Name]) -> None:
    """Write in the caller's transaction that these are erased, for ever."""
    keep_digests(map(digest_of, names))


def keep_digests(digests: Iterable[str]) -> None:
    rows = [ErasedName(digest=digest) for digest in sorted(digests)]
    ErasedName.objects.bulk_create(rows, ignore_conflicts=True)


def erased_among(names: Collection[Name]) -> set[Name]:
    """Return which of the names are erased."""
    by_digest = {digest_of(name): name for name in names}
    found = ErasedName.objects.filter(pk__in=list(by_digest)) if by_digest else []
    return {by_digest[erased.digest] for erased in found}


def is_erased(*name: str) -> bool:
    return bool(erased_among([name]))


def erased_problems(named: Iterable[tuple[Row, str, Name]]) -> Iterator[tuple[Row, RowProblem]]:
    """Yield a problem for each row with a field that names someone who was erased here."""
    if not ErasedName.objects.exists():
        return
    found = list(named)
    erased = erased_among({name for _, _, name in found})
    for row, column, name in found:
        if name in erased:
            cure = "Leave it out: the erased stay erased."
            yield row, RowProblem(field=column, says=f"names {name[-1]}, erased here", cure=cure)


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
