"""Criteria of tasks: what an activity must meet to be applied to a task.

A task stores its criteria as exact texts by key. What an activity has, its facts, are values by
name. Each kind of criterion is one class, and its `meets` is the only place with its rule.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from foundation.records.refusals import Invalid
from programs.readers import Reader, degrees, number, pace_in_words, plain, read_each, some_words
from programs.readers import radius as read_radius

Texts = Mapping[str, str]
Values = Mapping[str, Any]
NO_TEXTS: Texts = MappingProxyType({})

PACE = "s/km"  # the unit of paces; people read and write min/km
EARTH_RADIUS = 6_371_008.8  # metres, the mean of WGS 84


class CriteriaInvalid(Invalid):
    """The criteria of a task break a rule of its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Whether an activity meets one criterion; in words, what is wanted and what it has."""

    criterion: str
    wanted: str
    got: str
    is_met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionField:
    """A value of a task as people fill it in: its unit, and a sentence about it."""

    key: str
    says: str
    unit: str = ""
    is_number: bool = False
    is_required: bool = False

    @property
    def is_pace(self) -> bool:
        """Whether people write it in minutes, as 5:30 min/km."""
        return self.unit == PACE

    def in_words(self, text: str) -> str:
        """Return a value of it with its unit, as people read it."""
        return pace_in_words(text) if self.is_pace else f"{text} {self.unit}".rstrip()


class Criterion(ABC):
    """One criterion.

    - `keys`: how the task's values are read, by key.
    - `names`: of the activity's facts that it compares.
    - `fields`: the same values, as people fill them in.
    """

    fields: Sequence[CriterionField]
    said: Callable[[str], str] = staticmethod(str)  # a value's text, as people read it

    def __init__(self, keys: Mapping[str, Reader], *names: str) -> None:
        self.keys = keys
        self.names = names

    def is_set(self, wanted: Values) -> bool:
        """Return whether the task has this criterion."""
        return not self.keys.keys().isdisjoint(wanted)

    def faults(self, values: Values) -> Iterator[tuple[str, str]]:
        """Yield the key and the fault for each rule that a task's values, as read, break."""
        yield from ()

    @abstractmethod
    def meets(self, wanted: Texts, facts: Values) -> bool:
        """Return whether an activity meets the criterion, which is set; without a fact it fails."""

    @abstractmethod
    def words(self, wanted: Texts) -> str:
        """Return what the criterion wants, in words."""

    def check(self, wanted: Texts, facts: Values) -> Check:
        """Compare an activity with the criterion, which is set."""
        got = [facts.get(name) for name in self.names]
        return Check(
            criterion=" and ".join(self.names),
            wanted=self.words(wanted),
            got=", ".join("none" if value is None else self.said(text_of(value)) for value in got),
            is_met=self.meets(wanted, facts),
        )


class Same(Criterion):
    """The activity's value is the task's."""

    def __init__(
        self, *, key: str, fact: str, reader: Reader = some_words, is_required: bool = False
    ) -> None:
        super().__init__({key: reader}, fact)
        self.key, self.fact, self.is_required = key, fact, is_required
        says = f"Equal to the activity's {fact}."
        self.fields = [CriterionField(key=key, says=says, is_required=is_required)]

    def faults(self, values: Values) -> Iterator[tuple[str, str]]:
        if self.is_required and self.key not in values:
            yield self.key, "is missing"

    def meets(self, wanted: Texts, facts: Values) -> bool:
        value = facts.get(self.fact)
        return value is not None and text_of(value) == wanted[self.key]

    def words(self, wanted: Texts) -> str:
        return wanted[self.key]


class Between(Criterion):
    """The activity's number is at least one value of the task and at most another.

    `says`: sentences about the values, by key, where theirs are not clear.
    """

    def __init__(
        self,
        *,
        fact: str,
        least: str = "",
        most: str = "",
        reader: Reader = number,
        unit: str = "",
        says: Texts = NO_TEXTS,
    ) -> None:
        super().__init__({key: reader for key in (least, most) if key}, fact)
        self.fact, self.least, self.most = fact, least, most
        self.said: Callable[[str], str] = pace_in_words if unit == PACE else str
        usual = {least: f"{fact} is at least this.", most: f"{fact} is at most this."}
        self.fields = [
            CriterionField(key=key, says=says.get(key, usual[key]), unit=unit, is_number=True)
            for key in self.keys
        ]

    def faults(self, values: Values) -> Iterator[tuple[str, str]]:
        least, most = values.get(self.least), values.get(self.most)
        if least is not None and most is not None and least > most:
            yield self.least, f"must not be greater than {self.most}"

    def meets(self, wanted: Texts, facts: Values) -> bool:
        value = facts.get(self.fact)
        if value is None or (self.least in wanted and value < Decimal(wanted[self.least])):
            return False
        return self.most not in wanted or bool(value <= Decimal(wanted[self.most]))

    def words(self, wanted: Texts) -> str:
        bounds = (("at least", wanted.get(self.least)), ("at most", wanted.get(self.most)))
        said = self.said
        return ", ".join(f"{words} {said(bound)}" for words, bound in bounds if bound is not None)


class Near(Criterion):
    """The activity's point is within a radius in metres of the task's, on a sphere."""

    def __init__(
        self, *, latitude: str, longitude: str, radius: str, point: tuple[str, str]
    ) -> None:
        super().__init__(
            {latitude: degrees(90), longitude: degrees(180), radius: read_radius}, *point
        )
        about = (latitude, "°", "To the north."), (longitude, "°", "To the east."), (
            radius, "m", "The activity is within this distance.")  # fmt: skip
        self.fields = [
            CriterionField(key=key, says=says, unit=unit, is_number=True)
            for key, unit, says in about
        ]

    def faults(self, values: Values) -> Iterator[tuple[str, str]]:
        if self.is_set(values):
            yield from ((key, "is missing") for key in self.keys if key not in values)

    def meets(self, wanted: Texts, facts: Values) -> bool:
        latitude, longitude = (facts.get(name) for name in self.names)
        if latitude is None or longitude is None:
            return False
        north, east, metres = (float(wanted[key]) for key in self.keys)
        return metres_between((north, east), (float(latitude), float(longitude))) <= metres

    def words(self, wanted: Texts) -> str:
        latitude, longitude, metres = (wanted[key] for key in self.keys)
        return f"within {metres} m of {latitude}, {longitude}"


class TaskCriteria:
    """The criteria of an activity type's tasks.

    A task suits if it meets all criteria of one way. Where there are several ways, a task needs one
    of them, and a way counts only if the task sets it.
    """

    def __init__(self, *ways: Sequence[Criterion]) -> None:
        self.ways = ways or ((),)
        self.criteria = [criterion for way in self.ways for criterion in way]

    @property
    def fields(self) -> Sequence[CriterionField]:
        """Return the values that a task may set, as people fill them in."""
        return [field for each in self.criteria for field in each.fields]

    def read(self, given: Values) -> dict[str, str]:
        """Return the criteria of a task as they are stored; keys of null are left out.

        :raises CriteriaInvalid: an unknown key, a value that cannot be read, or a broken rule.
        """
        readers = {key: reader for each in self.criteria for key, reader in each.keys.items()}
        faults = {key: "is not a criterion of this type" for key in given if key not in readers}
        texts = {key: _as_text(value) for key, value in given.items() if value is not None}
        values, wrong = read_each(readers, texts)
        _refuse({**faults, **wrong})
        _refuse(dict(fault for each in self.criteria for fault in each.faults(values)))
        if len(self.ways) > 1 and not any(each.is_set(values) for each in self.criteria):
            _refuse(dict.fromkeys(self.criteria[0].keys, "is missing"))
        return {key: text_of(value) for key, value in values.items()}

    def suits(self, wanted: Texts, facts: Values) -> bool:
        """Return whether a task with these criteria suits an activity with these facts."""
        if len(self.ways) == 1:
            return self._meets(self.criteria, wanted, facts)
        set_ways = (way for way in self.ways if any(each.is_set(wanted) for each in way))
        return any(self._meets(way, wanted, facts) for way in set_ways)

    def _meets(self, way: Sequence[Criterion], wanted: Texts, facts: Values) -> bool:
        return all(each.meets(wanted, facts) for each in way if each.is_set(wanted))

    def checks(self, wanted: Texts, facts: Values) -> list[Check]:
        """Compare an activity with each criterion that the task sets."""
        return [each.check(wanted, facts) for each in self.criteria if each.is_set(wanted)]


def metres_between(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance (haversine) of two points: latitude and longitude in degrees."""
    (lat1, lon1), (lat2, lon2) = one, other
    half = math.sin(math.radians(lat2 - lat1) / 2) ** 2 + math.cos(math.radians(lat1)) * math.cos(
        math.radians(lat2)
    ) * (math.sin(math.radians(lon2 - lon1) / 2) ** 2)
    return 2 * EARTH_RADIUS * math.asin(min(1, math.sqrt(half)))


def text_of(value: Any) -> str:
    """Return a value as its exact text."""
    return plain(value) if isinstance(value, Decimal) else str(value)


def _as_text(value: Any) -> Any:
    """Return a number as its text; readers take texts."""
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return str(value) if is_number else value


def _refuse(faults: Mapping[str, str]) -> None:
    if faults:
        sentence = "; ".join(f"{key} {fault}" for key, fault in faults.items())
        raise CriteriaInvalid(f"{sentence}.", faults)
