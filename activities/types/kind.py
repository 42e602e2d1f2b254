"""What every activity type defines."""

from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from foundation.records.formats import as_utc_text
from foundation.records.refusals import Invalid
from foundation.records.texts import in_utc
from programs import activity_types
from programs.activity_types import FormulaVariable, Span
from programs.criteria import TaskCriteria
from programs.readers import Reader, plain, read_each, timestamp

Value = Decimal | str | bool | None


class InvalidOperation(Invalid):
    """The activity's data break a rule of its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataVariable(FormulaVariable):
    """A variable of formulas that comes from a key of the data.

    `change` makes the variable's value from the key's; it is not called for null.
    """

    key: str
    change: Callable[[Any], Any] = lambda value: value


def text(key: str, says: str, example: str) -> DataVariable:
    """Return a variable that is a text."""
    return DataVariable(key=key, says=says, example=example)


def numeric(key: str, says: str, example: str, span: Span, **more: Any) -> DataVariable:
    """Return a variable that is a number."""
    return DataVariable(key=key, says=says, example=Decimal(example), span=span, **more)


def numbers(typical: str, **bounds: Any) -> Span:
    """Return which numbers a variable may be; `typical` are usual ones, with spaces between."""
    return Span(typical=tuple(map(Decimal, typical.split())), **bounds)


class ActivityKind(ABC):
    """An activity type. Its data are texts by key; other keys are kept and not checked.

    - `required`, `optional`: a reader for the text of each key. A reader raises ValueError, which
      says what the text must be.
    - `variables`: of formulas, by name.
    - `happens`: the key of the moment at which it happened; empty: when it was created.
    - `participants`: keys with the ids of other participants.
    - `criteria`: of the tasks that its activities are applied to.
    - `usual`: what an activity has that staff try, beside the examples of what is required.
    """

    type: ClassVar[str]
    required: ClassVar[Mapping[str, Reader]]
    optional: ClassVar[Mapping[str, Reader]] = {}
    variables: ClassVar[Mapping[str, DataVariable]]
    criteria: ClassVar[TaskCriteria] = TaskCriteria()
    happens: ClassVar[str] = ""
    participants: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[Mapping[str, str]] = {}

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the key and the fault for each rule that these values break."""
        yield from ()

    def in_words(self, data: Mapping[str, str]) -> str:
        """Return what the participant did: `Run 10.5 km`; here the type's title."""
        return dict(activity_types.titles())[self.type]

    def said(self, key: str, text: str) -> str:
        """Return the text of a key as people read it: a moment, or in the unit that they use."""
        reader = {**self.required, **self.optional}.get(key)
        with suppress(ValueError):
            return in_utc(timestamp(text)) if reader is timestamp else text
        return text  # it came crooked

    def why_not_calculated(self, values: Mapping[str, Any]) -> str:
        """Return why no reward can be calculated; empty: it can."""
        return ""

    def why_not_matched(self, values: Mapping[str, Any]) -> str:
        """Return why no task suits, whatever its criteria; empty: tasks may suit."""
        return ""

    def is_rejected(self, data: Mapping[str, str]) -> bool:
        """Return whether referees rejected an activity with these data."""
        return False

    def facts(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the criteria of tasks are compared with."""
        return values

    def read(self, data: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of this type's keys, read from the texts.

        :raises InvalidOperation: a key is missing, a text cannot be read, or a rule is broken.
        """
        values, faults = read_each({**self.required, **self.optional}, data)
        missing = {key: "is missing" for key in self.required if key not in data}
        _refuse({**missing, **faults}, data)
        _refuse(dict(self.rules(values)), data)
        return values

    def usual_data(self, now: datetime) -> dict[str, str]:
        """Return the data of a usual activity: it began an hour ago, and has ended."""
        examples = {each.key: each.example for each in self.variables.values()}
        found = {key: _text_of(examples[key]) for key in self.required if key in examples}
        for key in (key for key, reader in self.required.items() if reader is timestamp):
            found[key] = as_utc_text(now - timedelta(hours=key == self.happens))
        return {**found, **self.usual}

    def variables_of(self, values: Mapping[str, Any]) -> dict[str, Value]:
        """Return the variables of formulas; what the data do not have is null."""
        return {
            name: _value(None if values.get(v.key) is None else v.change(values[v.key]))
            for name, v in self.variables.items()
        }


KINDS: dict[str, ActivityKind] = {}


def activity_type(kind: type[ActivityKind]) -> type[ActivityKind]:
    """Add an activity type to those that exist; a decorator of its class."""
    KINDS[kind.type] = kind()
    variables = {
        name: replace(each, can_be_null=each.key not in kind.required)
        for name, each in kind.variables.items()
    }
    activity_types.register(kind.type, kind.criteria, variables)
    return kind


def kind_of(name: str) -> ActivityKind:
    """Return the rules of a type."""
    if name not in KINDS:
        raise InvalidOperation(f"There is no activity type {name!r}.", {"type": "is unknown"})
    return KINDS[name]


def _value(value: Any) -> Value:
    match value:
        case None | bool() | str() | Decimal():
            return value
        case int():
            return Decimal(value)
        case datetime():
            return as_utc_text(value)
        case UUID():
            return str(value)
    return str(value)


def _text_of(example: Value) -> str:
    match example:
        case bool():
            return str(example).lower()
        case Decimal():
            return plain(example)
    return str(example)


def _shortened(text: Any) -> str:
    shown = repr(text)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def _refuse(faults: Mapping[str, str], data: Mapping[str, str]) -> None:
    if faults:
        named = {
            key: f"{fault} (it is {_shortened(data[key])})" if key in data else fault
            for key, fault in faults.items()
        }
        raise InvalidOperation(f"{'; '.join(map(' '.join, named.items()))}.", named)
