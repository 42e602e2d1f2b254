"""Searches inputs for which a formula gives what staff hardly want.

What it finds is so: each counter-example was calculated. That it finds nothing proves nothing: it
tries many inputs, not all. The same formula, wishes and past activities give the same answer,
unless the search runs out of time, which it says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from programs.activity_types import FormulaVariable
from programs.readers import plain
from records.refusals import Invalid
from rewards.candidates import Revision
from rewards.examining.choosing import fits, subject_of, values_of
from rewards.examining.edges import Row
from rewards.examining.falls import Fall, fall_in, shown_fall
from rewards.examining.findings import CounterExample, Finding, in_words, point
from rewards.examining.jumps import jumps_of
from rewards.examining.rows import Values, count_of, rows_of
from rewards.examining.simplifying import simplified
from rewards.examining.trying import Trial
from rewards.formula import Value, exact
from rewards.formula.tree import walk
from rewards.formula.written import written
from rewards.outcomes import Outcome, Result, rounded

MAX_TRIED = 20_000
MAX_PARTS_TRIED = 1_000_000  # parts of formulas: large ones are tried with fewer inputs
LEAST_TRIED = 500
MAX_FAILURES = 5
GROWING = "distance"


class SearchInvalid(Invalid):
    """What a search is to look for cannot be read."""

    code = "search-invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What staff want of a formula: no reward above `cap`, none that falls while `growing` grows.

    `growing` None: `distance`, if the type has it; empty: no variable.
    """

    cap: int | None = None
    growing: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedVariable:
    """How many values of a variable were tried, and for numbers from where to where."""

    name: str
    count: int
    least: str = ""
    most: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What was found, and how much was searched: `tried` inputs, of which so many suit."""

    counter_examples: Sequence[CounterExample]
    tried: int
    suiting: int
    past: int
    variables: Sequence[TriedVariable]
    growing: str
    cap: int | None
    is_whole: bool
    ran_out_of_time: bool

    @property
    def sentence(self) -> str:
        """How much was searched, in words."""
        found = len(self.counter_examples)
        none = "Found none. That is no proof: not all inputs were tried"
        count = f"Found {found}" if found else none
        late = " The search ran out of time before all of them." if self.ran_out_of_time else ""
        every = "every combination" if self.is_whole else "some combinations"
        return (
            f"{count}. Tried {self.tried:,} inputs: {every} of the values below, and those of "
            f"{self.past:,} past activities. The formula suits {self.suiting:,} of them.{late}"
        )


def search(
    revision: Revision,
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    wishes: Wishes,
) -> Searched:
    """Search counter-examples of a revision: about `MAX_TRIED` inputs and a few seconds at most.

    :param variables: those of the formula's type.
    :param past: the variables of past activities, which are tried too.
    :raises SearchInvalid: there is no such number that could grow.
    """
    growing = _growing(variables, wishes.growing)
    with exact():
        subject = subject_of(revision, variables, wishes.cap)
        values = values_of(subject, past)
        looking = _Search(trial=Trial(subject=subject), cap=wishes.cap, growing=growing)
        rest = looking.search(values, past)
        found = list(looking.counter_examples(values))
    trial = looking.trial
    return Searched(
        counter_examples=found,
        tried=trial.tried,
        suiting=trial.suiting,
        past=len(past),
        variables=[_tried(name, each) for name, each in values.items()],
        growing=growing if growing in values else "",
        cap=wishes.cap,
        is_whole=count_of(rest) <= looking.most(values) and not subject.has_more_edges,
        ran_out_of_time=trial.is_late,
    )


@dataclass(slots=True, kw_only=True)
class _Search:
    trial: Trial
    cap: int | None
    growing: str
    found: dict[tuple[Finding, str], tuple[Row, Outcome]] = field(default_factory=dict)
    fall: Fall | None = None

    def most(self, values: Values) -> int:
        """Return how many combinations are tried, each with all values of what grows."""
        parts = len(list(walk(self.trial.subject.revision.formula.formula.root)))
        tried = min(MAX_TRIED, max(LEAST_TRIED, MAX_PARTS_TRIED // parts))
        return max(1, tried // max(1, len(self.sweep(values))))

    def sweep(self, values: Values) -> list[Decimal]:
        """Return the values of what grows, ascending."""
        return sorted(each for each in values.get(self.growing, ()) if isinstance(each, Decimal))

    def search(self, values: Values, past: Sequence[Row]) -> Values:
        """Try the past activities and combinations of values; return those that are combined."""
        names, sweep = self.trial.subject.variables, self.sweep(values)
        for row in past:
            self.look({name: row.get(name) for name in names})
        rest = {name: each[:1] if name == self.growing else each for name, each in values.items()}
        for row in rows_of(rest, self.most(values)):
            if self.trial.is_late:
                break
            self.look_along(row, sweep)
            if None in values.get(self.growing, ()):
                self.look({**row, self.growing: None})
        return rest

    def look_along(self, row: Row, sweep: Sequence[Decimal]) -> None:
        """Try a row with each value of what grows."""
        if not sweep:
            self.look(row)
            return
        rows = [(value, {**row, self.growing: value}) for value in sweep]
        outcomes = [(value, self.look(each)) for value, each in rows]
        known = [(value, outcome) for value, outcome in outcomes if outcome is not None]
        self.fall = self.fall or fall_in(row, self.growing, known)

    def look(self, row: Row) -> Outcome | None:
        """Try a row, and keep the first one of each finding."""
        if not fits(row, self.trial.subject.variables):
            return None
        outcome = self.trial.outcome(row)
        if (key := self.key_of(outcome)) is not None:
            self.found.setdefault(key, (row, outcome))
        return outcome

    def key_of(self, outcome: Outcome) -> tuple[Finding, str] | None:
        """Return what is wrong with an outcome, if something is."""
        if outcome.result is Result.FAILED:
            is_negative = outcome.is_negative
            return (Finding.NEGATIVE, "") if is_negative else (Finding.FAILS, outcome.reason)
        if self.cap is not None and outcome.reward is not None and outcome.reward > self.cap:
            return (Finding.ABOVE_CAP, "")
        return None

    def counter_examples(self, values: Values) -> Iterator[CounterExample]:
        """Yield what was found, each made plain, and the jumps."""
        failures = [key for key in self.found if key[0] is Finding.FAILS]
        for key in sorted(self.found.keys() - failures[MAX_FAILURES:], key=_order):
            yield self.shown(key, self.found[key][0])
        if self.fall is not None:
            yield shown_fall(self.trial, self.fall)
        yield from jumps_of(self.trial, values)

    def shown(self, key: tuple[Finding, str], row: Row) -> CounterExample:
        plainer = simplified(
            self.trial.subject, row, lambda tried: self.key_of(self.trial.outcome(tried)) == key
        )
        outcome = self.trial.outcome(plainer)
        sentence = f"{self.says(key, outcome)}{in_words(plainer)}."
        return CounterExample(finding=key[0], sentence=sentence, points=[point(plainer, outcome)])

    def says(self, key: tuple[Finding, str], outcome: Outcome) -> str:
        if key[0] is Finding.FAILS:
            return f"The formula fails ({key[1]})"
        if key[0] is Finding.NEGATIVE:
            return f"The reward is negative ({plain(rounded(outcome.amount or Decimal(0)))})"
        return f"The reward is {outcome}, above the cap of {self.cap},"


def _order(key: tuple[Finding, str]) -> tuple[int, str]:
    return (list(Finding).index(key[0]), key[1])


def _growing(variables: Mapping[str, FormulaVariable], wanted: str | None) -> str:
    if wanted is None:
        return GROWING if GROWING in variables else ""
    if wanted and wanted not in variables:
        raise SearchInvalid(errors={"growing": f"unknown variable {wanted!r}"})
    if wanted and not isinstance(variables[wanted].example, Decimal):
        raise SearchInvalid(errors={"growing": f"{wanted!r} is not a number"})
    return wanted


def _tried(name: str, values: Sequence[Value]) -> TriedVariable:
    numbers = sorted(value for value in values if isinstance(value, Decimal))
    if not numbers:
        return TriedVariable(name=name, count=len(values))
    least, most = written(numbers[0]), written(numbers[-1])
    return TriedVariable(name=name, count=len(values), least=least, most=most)
