"""The criteria of an activity type's tasks: read, stored as spans, searched, explained."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import Q

from programs.criteria.kinds import Check, Criterion, Values
from programs.criteria.spans import NONE, SPANS, UNBOUNDED, at, text_of
from records.refusals import Invalid


class CriteriaInvalid(Invalid):
    """The criteria of a task break a rule of its type."""

    code = "criteria-invalid"


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
        return {key: text_of(value) for key, value in wanted.items()}

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


def _refuse(faults: Mapping[str, str]) -> None:
    if faults:
        sentence = "; ".join(f"{key} {fault}" for key, fault in faults.items())
        raise CriteriaInvalid(f"{sentence}.", faults)


def _as_text(value: Any) -> Any:
    """Return a number as its text; readers take texts."""
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return str(value) if is_number else value
