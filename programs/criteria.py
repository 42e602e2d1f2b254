"""Criteria of tasks: what an activity must meet to be applied to a task.

A criterion becomes spans of numbers in the task's row, and what an activity has becomes numbers: a
task suits if each span contains its number. So an index finds the suitable tasks of any type, and
a new type needs no new column. A text counts by the number that `number_of` gives it.

A criterion that a task does not set is a span without bounds, which contains everything. What an
activity does not have is in no span but that one.
"""

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import FloatField, Func, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.db.models.lookups import LessThanOrEqual

from programs.readers import Reader, degrees, number, plain, radius, some_words
from records.refusals import Invalid

SPANS = tuple(f"span_{place}" for place in range(1, 5))
UNBOUNDED = NumericRange(None, None)
NONE = NumericRange(empty=True)

EARTH_RADIUS = 6_371_008.8  # metres, the mean of WGS 84
_METRES_A_DEGREE = math.radians(1) * EARTH_RADIUS

Values = Mapping[str, Any]


class CriteriaInvalid(Invalid):
    """The criteria of a task break a rule of its type."""

    code = "criteria-invalid"


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
            got=", ".join("none" if value is None else _text(value) for value in got),
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
        return _text(wanted[self.key])


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
        return ", ".join(f"{words} {_text(bound)}" for words, bound in parts if bound is not None)

    def _bounds(self, wanted: Values) -> tuple[Decimal | None, Decimal | None]:
        return wanted.get(self.least), wanted.get(self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Near(Criterion):
    """The activity's point is within a radius in metres of the task's, on a sphere."""

    latitude: str
    longitude: str
    radius: str
    point: tuple[str, str]

    @property
    def names(self) -> Sequence[str]:
        return self.point

    @property
    def keys(self) -> Mapping[str, Reader]:
        return {self.latitude: degrees(90), self.longitude: degrees(180), self.radius: radius}

    def faults(self, wanted: Values) -> Iterator[tuple[str, str]]:
        if self.is_set(wanted):
            yield from ((key, "is missing") for key in self.keys if key not in wanted)

    def spans(self, wanted: Values) -> Sequence[NumericRange]:
        latitude, longitude, radius = (float(wanted[key]) for key in self.keys)
        north = radius / _METRES_A_DEGREE * 1.000001 + 1e-9
        return (_around(latitude, north), self._longitudes(latitude, longitude, north))

    def numbers(self, facts: Values) -> Sequence[Decimal | None]:
        return tuple(facts.get(name) for name in self.names)

    def exactly(self, facts: Values) -> Q:
        latitude, longitude = (facts.get(name) for name in self.names)
        if latitude is None or longitude is None:
            return Q()
        wanted = [Cast(KT(f"criteria__{key}"), FloatField()) for key in self.keys]
        metres = Metres(*wanted[:2], float(latitude), float(longitude))
        return Q(LessThanOrEqual(metres, wanted[2]))

    def meets(self, wanted: Values, facts: Values) -> bool:
        latitude, longitude, radius = (float(wanted[key]) for key in self.keys)
        point = [float(facts[name]) for name in self.names]
        return metres_between((latitude, longitude), (point[0], point[1])) <= radius

    def words(self, wanted: Values) -> str:
        latitude, longitude, radius = (_text(wanted[key]) for key in self.keys)
        return f"within {radius} m of {latitude}, {longitude}"

    @staticmethod
    def _longitudes(latitude: float, longitude: float, north: float) -> NumericRange:
        """Return the longitudes within so many degrees; all of them at a pole or the date line."""
        if abs(latitude) + north >= 90:
            return UNBOUNDED
        east = math.degrees(
            math.asin(min(1, math.sin(math.radians(north)) / math.cos(math.radians(latitude))))
        )
        east = east * 1.000001 + 1e-9
        return UNBOUNDED if abs(longitude) + east >= 180 else _around(longitude, east)


class Metres(Func):
    """The distance of two points on a sphere (haversine), as `metres_between` computes it."""

    output_field = FloatField()
    arity = 4

    def as_sql(  # type: ignore[override]  # it has no template
        self, compiler: Any, connection: Any, **extra: Any
    ) -> tuple[str, Any]:
        parts = [compiler.compile(part) for part in self.get_source_expressions()]
        (lat1, p1), (lon1, p2), (lat2, p3), (lon2, p4) = parts
        half = (
            f"power(sin(radians({lat2} - {lat1}) / 2), 2) + cos(radians({lat1}))"
            f" * cos(radians({lat2})) * power(sin(radians({lon2} - {lon1}) / 2), 2)"
        )
        sql = f"(2 * {EARTH_RADIUS} * asin(least(1, sqrt({half}))))"
        return sql, (*p3, *p1, *p1, *p3, *p4, *p2)


class TaskCriteria:
    """The criteria of an activity type's tasks.

    A task suits if it meets all criteria of one way. Where there are several ways, a task needs one
    of them, and a way counts only if the task sets it.

    :raises ValueError: the criteria need more spans than a task has.
    """

    def __init__(self, *ways: Sequence[Criterion]) -> None:
        self.ways = ways or ((),)
        self.criteria = [criterion for way in self.ways for criterion in way]
        needed = [name for criterion in self.criteria for name in criterion.names]
        if len(needed) > len(SPANS):
            raise ValueError(
                f"A task has {len(SPANS)} spans, but these criteria need {len(needed)}:"
                f" {', '.join(needed)}."
            )
        places = iter(SPANS)
        self._places = {
            criterion: [next(places) for _ in criterion.names] for criterion in self.criteria
        }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of a task's criteria; keys of null are left out.

        :raises CriteriaInvalid: an unknown key, a value that cannot be read, or a broken rule.
        """
        readers = {key: reader for each in self.criteria for key, reader in each.keys.items()}
        faults = {key: "is not a criterion of this type" for key in given if key not in readers}
        wanted: dict[str, Any] = {}
        for key, reader in readers.items():
            if given.get(key) is not None:
                try:
                    wanted[key] = reader(_as_text(given[key]))
                except ValueError as fault:
                    faults[key] = str(fault)
        _refuse(faults)
        _refuse(dict(fault for each in self.criteria for fault in each.faults(wanted)))
        if len(self.ways) > 1 and not any(each.is_set(wanted) for each in self.criteria):
            _refuse(dict.fromkeys(next(iter(self.criteria)).keys, "is missing"))
        return wanted

    def texts(self, wanted: Values) -> dict[str, str]:
        """Return the values as they are stored: exact texts."""
        return {key: _text(value) for key, value in wanted.items()}

    def spans(self, wanted: Values) -> dict[str, NumericRange]:
        """Return the task's columns."""
        unset = NONE if len(self.ways) > 1 else UNBOUNDED
        columns = dict.fromkeys(SPANS, UNBOUNDED)
        for criterion, places in self._places.items():
            is_set = criterion.is_set(wanted)
            spans = criterion.spans(wanted) if is_set else [unset] * len(places)
            columns.update(zip(places, spans, strict=True))
        return columns

    def conditions(self, facts: Values) -> list[Q]:
        """Return the condition of each way for tasks that suit an activity."""
        return [self._condition(way, facts) for way in self.ways]

    def checks(self, wanted: Values, facts: Values) -> list[Check]:
        """Return what each criterion that the task sets says about an activity."""
        return [each.check(wanted, facts) for each in self.criteria if each.is_set(wanted)]

    def suits(self, wanted: Values, facts: Values) -> bool:
        """Say whether a task with these criteria suits an activity."""
        return any(self._is_met(way, wanted, facts) for way in self.ways)

    def _is_met(self, way: Sequence[Criterion], wanted: Values, facts: Values) -> bool:
        unset = len(self.ways) == 1
        return all(
            each.check(wanted, facts).is_met if each.is_set(wanted) else unset for each in way
        )

    def _condition(self, way: Sequence[Criterion], facts: Values) -> Q:
        condition = Q()
        for criterion in way:
            numbers = criterion.numbers(facts)
            for place, value in zip(self._places[criterion], numbers, strict=True):
                condition &= (
                    Q(**{place: UNBOUNDED})
                    if value is None
                    else Q(**{f"{place}__contains": at(value)})
                )
            condition &= criterion.exactly(facts)
        return condition


def number_of(value: Any) -> Decimal:
    """Return the number that stands for a text: the first 60 bits of its MD5."""
    digest = hashlib.md5(_text(value).encode(), usedforsecurity=False).hexdigest()
    return Decimal(int(digest[:15], 16))


def exactly(value: Any) -> NumericRange:
    """Return the span of one text's number."""
    return at(number_of(value))


def at(number: Decimal) -> NumericRange:
    """Return the span of one number."""
    return NumericRange(number, number, "[]")


def metres_between(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two points (latitude, longitude in degrees) on a sphere."""
    (lat1, lon1), (lat2, lon2) = one, other
    half = math.sin(math.radians(lat2 - lat1) / 2) ** 2 + math.cos(math.radians(lat1)) * math.cos(
        math.radians(lat2)
    ) * (math.sin(math.radians(lon2 - lon1) / 2) ** 2)
    return 2 * EARTH_RADIUS * math.asin(min(1, math.sqrt(half)))


def _around(degrees: float, reach: float) -> NumericRange:
    return NumericRange(Decimal(repr(degrees - reach)), Decimal(repr(degrees + reach)), "[]")


def _refuse(faults: Mapping[str, str]) -> None:
    if faults:
        sentence = "; ".join(f"{key} {fault}" for key, fault in faults.items())
        raise CriteriaInvalid(f"{sentence}.", faults)


def _as_text(value: Any) -> Any:
    """Return a number as its text; readers take texts."""
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return str(value) if is_number else value


def _text(value: Any) -> str:
    return plain(value) if isinstance(value, Decimal) else str(value)
