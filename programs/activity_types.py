"""The activity types that exist. An app above registers each under its name at start-up."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from foundation.records.refusals import Invalid
from programs.criteria import TaskCriteria


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Which numbers a variable may be; None: no bound of its own.

    From `least` and greater than `above`, to `most` and to the value of the variable `at_most`;
    only whole ones where `is_whole`. `typical` are usual values.
    """

    least: Decimal | None = None
    above: Decimal | None = None
    most: Decimal | None = None
    at_most: str = ""
    is_whole: bool = False
    typical: Sequence[Decimal] = ()

    def has(self, value: Decimal) -> bool:
        """Return whether the number is one of these, whatever the other variables are."""
        is_low = self.least is not None and value < self.least
        is_low = is_low or (self.above is not None and value <= self.above)
        is_high = self.most is not None and value > self.most
        return not (is_low or is_high or (self.is_whole and value % 1 != 0))


ANY_NUMBER = Span()
_HUMP = re.compile(r"(?=[A-Z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaVariable:
    """A variable of reward formulas: a sentence about it, and an example of its value.

    `span`: which numbers it may be, if it is a number. `unit`: as it is written after the number;
    empty: it has none. `can_be_null`: whether activities may be without it.
    """

    says: str
    example: Decimal | str | bool | None
    span: Span = ANY_NUMBER
    unit: str = ""
    can_be_null: bool = True


_registered: dict[str, tuple[TaskCriteria, Mapping[str, FormulaVariable]]] = {}


class ActivityTypeUnknown(Invalid):
    """There is no such activity type."""


def register(
    name: str, criteria: TaskCriteria, variables: Mapping[str, FormulaVariable] | None = None
) -> None:
    """Add an activity type with the criteria of its tasks, and its variables by name."""
    _registered[name] = criteria, dict(variables or {})


def activity_types() -> Sequence[str]:
    """Return the names of the activity types."""
    return list(_registered)


def choices() -> Sequence[tuple[str, str]]:
    """Return the activity types as choices of a serializer."""
    return [(name, name) for name in _registered]


def titles_to_choose() -> Sequence[tuple[str, str]]:
    """Return the types for a form that prefers none."""
    return [("", "Choose a type…"), *titles()]


def titles() -> Sequence[tuple[str, str]]:
    """Return the activity types, each with its words for people: `Geo location`."""
    return [(name, _title_of(name)) for name in _registered]


def criteria_of(activity_type: str) -> TaskCriteria:
    """Return the criteria of a type's tasks."""
    return _found(activity_type)[0]


def variables_of(activity_type: str) -> Mapping[str, FormulaVariable]:
    """Return the variables that formulas of a type may use, by name."""
    return _found(activity_type)[1]


def units_of(activity_type: str) -> Mapping[str, str]:
    """Return the units of a type's variables that have one, by name."""
    return {name: each.unit for name, each in variables_of(activity_type).items() if each.unit}


def numbers_of(activity_type: str) -> Sequence[str]:
    """Return the names of a type's variables that are numbers."""
    known = variables_of(activity_type).items()
    return [name for name, variable in known if isinstance(variable.example, Decimal)]


def _title_of(name: str) -> str:
    return _HUMP.sub(" ", name.removesuffix("Activity")).strip().capitalize()


def _found(activity_type: str) -> tuple[TaskCriteria, Mapping[str, FormulaVariable]]:
    if activity_type not in _registered:
        known = ", ".join(_registered)
        raise ActivityTypeUnknown(
            f"There is no activity type {activity_type!r}; there are {known}.",
            {"activityType": f"must be one of {known}"},
        )
    return _registered[activity_type]
