"""What every criterion says, and the two most of them are."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Q

from programs.criteria.spans import exactly, number_of, text_of
from programs.readers import Reader, number, some_words

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What one criterion says about an activity, in words: what is wanted, and what it has."""

    criterion: str
    wanted: str
    got: str
    is_met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(ABC):
    """One criterion.

    - `keys`: how the task's values are read, by key.
    - `names`: of the activity's values that count, one for each span.
    """

    @property
    @abstractmethod
    def keys(self) -> Mapping[str, Reader]: ...

    @property
    @abstractmethod
    def names(self) -> Sequence[str]: ...

    def is_set(self, wanted: Values) -> bool:
        """Say whether the task has this criterion."""
        return any(key in wanted for key in self.keys)

    def faults(self, wanted: Values) -> Iterator[tuple[str, str]]:
        """Yield the key and the fault for each rule that the task's values break."""
        yield from ()

    @abstractmethod
    def spans(self, wanted: Values) -> Sequence[NumericRange]:
        """Return a span for each fact, if the criterion is set."""

    @abstractmethod
    def numbers(self, facts: Values) -> Sequence[Decimal | None]:
        """Return the activity's number for each span; None where it has none."""

    def exactly(self, facts: Values) -> Q:
        """Return what must hold beside the spans, if they say it only roughly."""
        return Q()

    @abstractmethod
    def meets(self, wanted: Values, facts: Values) -> bool:
        """Say whether an activity that has all the facts meets the criterion, which is set."""

    @abstractmethod
    def words(self, wanted: Values) -> str:
        """Say in words what the criterion wants."""

    def check(self, wanted: Values, facts: Values) -> Check:
        """Say whether the activity meets the criterion, which is set."""
        got = [facts.get(name) for name in self.names]
        return Check(
            criterion=" and ".join(self.names),
            wanted=self.words(wanted),
            got=", ".join("none" if value is None else text_of(value) for value in got),
            is_met=None not in got and self.meets(wanted, facts),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Same(Criterion):
    """The activity's value is the task's."""

    key: str
    fact: str
    reader: Reader = some_words
    is_required: bool = False

    @property
    def keys(self) -> Mapping[str, Reader]:
        return {self.key: self.reader}

    @property
    def names(self) -> Sequence[str]:
        return (self.fact,)

    def faults(self, wanted: Values) -> Iterator[tuple[str, str]]:
        if self.is_required and self.key not in wanted:
            yield self.key, "is missing"

    def spans(self, wanted: Values) -> Sequence[NumericRange]:
        return (exactly(wanted[self.key]),)

    def numbers(self, facts: Values) -> Sequence[Decimal | None]:
        value = facts.get(self.fact)
        return (None if value is None else number_of(value),)

    def meets(self, wanted: Values, facts: Values) -> bool:
        return bool(wanted[self.key] == facts[self.fact])

    def words(self, wanted: Values) -> str:
        return text_of(wanted[self.key])


@dataclass(frozen=True, slots=True, kw_only=True)
class Between(Criterion):
    """The activity's number is at least one value of the task and at most another."""

    fact: str
    least: str = ""
    most: str = ""
    reader: Reader = number

    @property
    def keys(self) -> Mapping[str, Reader]:
        return {key: self.reader for key in (self.least, self.most) if key}

    @property
    def names(self) -> Sequence[str]:
        return (self.fact,)

    def faults(self, wanted: Values) -> Iterator[tuple[str, str]]:
        least, most = self._bounds(wanted)
        if least is not None and most is not None and least > most:
            yield self.least, f"must not be greater than {self.most}"

    def spans(self, wanted: Values) -> Sequence[NumericRange]:
        return (NumericRange(*self._bounds(wanted), "[]"),)

    def numbers(self, facts: Values) -> Sequence[Decimal | None]:
        return (facts.get(self.fact),)

    def meets(self, wanted: Values, facts: Values) -> bool:
        least, most = self._bounds(wanted)
        value = facts[self.fact]
        return (least is None or value >= least) and (most is None or value <= most)

    def words(self, wanted: Values) -> str:
        least, most = self._bounds(wanted)
        parts = [("at least", least), ("at most", most)]
        return ", ".join(f"{words} {text_of(bound)}" for words, bound in parts if bound is not None)

    def _bounds(self, wanted: Values) -> tuple[Decimal | None, Decimal | None]:
        return wanted.get(self.least), wanted.get(self.most)
