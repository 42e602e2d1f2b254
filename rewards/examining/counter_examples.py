"""Searches inputs for which a formula gives an undesired result.

Each counter-example was calculated. That none is found proves nothing: samples are tried, not all
inputs. The same formula, options and past activities give the same answer, unless the search runs
out of time, which it says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain, takewhile

from programs.activity_types import FormulaVariable
from programs.readers import plain
from records.refusals import Invalid
from rewards.budget import CpuBudget
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.examining.changes import RewardChange, changes_along, jumps_of
from rewards.examining.edges import Row, parts_in
from rewards.examining.findings import CounterExample, Finding, counter_example
from rewards.examining.samples import Samples, samples_of
from rewards.formula import Value, exact
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Outcome, Result, rounded

MAX_TRIED = 20_000
MAX_FAILURES = 5
GROWING = "distance"


class SearchInvalid(Invalid):
    """What a search is to look for cannot be read."""

    code = "search-invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """The results to search: a reward above `cap`, one that falls while `growing` grows.

    `growing` None: `distance`, if the type has it; empty: no variable.
    """

    cap: int | None = None
    growing: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedVariable:
    """How many values of a variable were tried, and for numbers from where to where."""

    name: str
    count: int
    least: str
    most: str


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
            f"{self.past:,} past activities, also a little changed. The formula suits "
            f"{self.suiting:,} of them.{late}"
        )


def search(
    revision: Revision,
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    options: SearchOptions,
) -> Searched:
    """Search counter-examples of a revision: about `MAX_TRIED` inputs and a few seconds at most.

    :param variables: those of the formula's type.
    :param past: the variables of past activities, which are tried too.
    :raises SearchInvalid: there is no such number that could grow.
    """
    growing, coefficients = _growing(variables, options.growing), revision.coefficients
    caps = [] if options.cap is None else [Decimal(options.cap)]
    budget = CpuBudget()
    with exact():
        parts = chain(
            parts_in(revision.expression, coefficients, *caps),
            parts_in(revision.settings.get(WHERE), coefficients),
        )
        samples = samples_of(parts, variables, past, budget)
        looking = _Search(
            revision=revision, samples=samples, budget=budget, cap=options.cap, growing=growing
        )
        is_whole = looking.search()
        found = list(looking.counter_examples())
    return Searched(
        counter_examples=found,
        tried=looking.tried,
        suiting=looking.suiting,
        past=len(past),
        variables=[_tried(name, values) for name, values in samples.values.items()],
        growing=growing if growing in samples.values else "",
        cap=options.cap,
        is_whole=is_whole,
        ran_out_of_time=budget.is_spent,
    )


@dataclass(slots=True, kw_only=True)
class _Search:
    revision: Revision
    samples: Samples
    budget: CpuBudget
    cap: int | None
    growing: str
    tried: int = 0
    suiting: int = 0
    found: dict[tuple[Finding, str], Row] = field(default_factory=dict)
    fall: RewardChange | None = None

    def search(self) -> bool:
        """Try the samples; return whether all combinations of their values are among them."""
        values = self.samples.values.get(self.growing, ())
        most = max(1, MAX_TRIED // max(1, len(values)))
        rows, is_whole = self.samples.combined(most, only_usual=self.growing)
        for row in takewhile(lambda _: not self.budget.is_spent, rows):
            along: list[Row] = [{**row, self.growing: value} for value in values]
            tried = [(each, self.look(each)) for each in along or [row]]
            if along and self.fall is None:
                changes = changes_along(self.growing, tried)
                falls = [each for each in changes if each.growth < 0]
                self.fall = min(falls, key=lambda each: each.growth, default=None)
        for row in chain(self.samples.past, self.samples.neighbours()):
            self.look(row)
        return is_whole

    def look(self, row: Row) -> Outcome | None:
        """Try a row, and keep the first one of each finding; None: no activity may be so."""
        if not self.samples.fits(row):
            return None
        outcome = self.revision.outcome(row)
        self.tried += 1
        self.suiting += outcome.result is not Result.DOES_NOT_SUIT
        if (fault := self.fault_of(outcome)) is not None:
            self.found.setdefault(_key(*fault), row)
        return outcome

    def fault_of(self, outcome: Outcome) -> tuple[Finding, str] | None:
        """Return what is undesired of an outcome, in words."""
        if outcome.is_negative:
            amount = plain(rounded(outcome.amount or ZERO))
            return Finding.NEGATIVE, f"The reward is negative ({amount})"
        if outcome.result is Result.FAILED:
            return Finding.FAILS, f"The formula fails ({outcome.reason})"
        if self.cap is not None and outcome.reward is not None and outcome.reward > self.cap:
            return Finding.ABOVE_CAP, f"The reward is {outcome}, above the cap of {self.cap},"
        return None

    def counter_examples(self) -> Iterator[CounterExample]:
        """Yield what was found, in words."""
        jumps = list(jumps_of(self.revision, self.samples, self.look, self.budget))
        for finding in (Finding.FAILS, Finding.NEGATIVE, Finding.ABOVE_CAP):
            keys = sorted(key for key in self.found if key[0] is finding)
            yield from map(self.shown, keys[:MAX_FAILURES])
        if self.fall is not None:
            yield self.fall.example(Finding.FALLS, "The reward falls")
        yield from jumps

    def shown(self, key: tuple[Finding, str]) -> CounterExample:
        """Return a finding in words, with the usual values of all variables that do not matter."""
        row = self.found[key]
        for name, values in self.samples.values.items():
            usual = {**row, name: values[0]}
            fault = self.fault_of(self.revision.outcome(usual))
            if fault is not None and _key(*fault) == key and self.samples.fits(usual):
                row = usual
        outcome = self.revision.outcome(row)
        _, says = self.fault_of(outcome) or key
        return counter_example(key[0], says, [(row, outcome)])


def _key(finding: Finding, says: str) -> tuple[Finding, str]:
    """Return what makes two findings one: failures are one for each reason."""
    return finding, says if finding is Finding.FAILS else ""


def _growing(variables: Mapping[str, FormulaVariable], wanted: str | None) -> str:
    if wanted is None:
        return GROWING if GROWING in variables else ""
    if wanted and wanted not in variables:
        raise SearchInvalid(errors={"growing": f"unknown variable {wanted!r}"})
    if wanted and not isinstance(variables[wanted].example, Decimal):
        raise SearchInvalid(errors={"growing": f"{wanted!r} is not a number"})
    return wanted


def _tried(name: str, values: Sequence[Value]) -> TriedVariable:
    numbers = sorted(each for each in values if isinstance(each, Decimal))
    least, most = (written(numbers[place]) if numbers else "" for place in (0, -1))
    return TriedVariable(name=name, count=len(values), least=least, most=most)
