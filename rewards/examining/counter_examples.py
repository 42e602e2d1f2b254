"""Searches inputs for which a formula gives an undesired result.

That none is found proves nothing: samples are tried, not all inputs. The same formula, options and
past activities give the same answer, unless the search runs out of time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain, pairwise, product
from operator import attrgetter

from programs.activity_types import FormulaVariable
from programs.readers import plain
from records.refusals import Invalid
from rewards.budget import CpuBudget
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.examining.edges import FormulaPart, Row, constants_of, parts_in
from rewards.examining.findings import CounterExample, Finding, RewardChange, TriedInputs
from rewards.examining.samples import Samples, step_of
from rewards.formula import exact
from rewards.formula.tree import Call, walk
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Result, rounded

MAX_TRIED = 20_000
MAX_FAILURES = 5
MAX_BASES = 20  # combinations of the other variables, for each table
MAX_CHANGES = 20
GROWING = "distance"
_KNOWN = (Result.REWARD, Result.NO_REWARD)

Table = tuple[str, FormulaPart, Sequence[Decimal]]
"""A call of `piecewise`, its argument, and where the rows of its table start."""


class SearchInvalid(Invalid):
    """What a search is to look for cannot be read."""


@dataclass(frozen=True, slots=True)
class TriedVariable:
    """How many values of a variable were tried, and for numbers from where to where."""

    name: str
    count: int
    least: str
    most: str


@dataclass(slots=True, kw_only=True)
class Searched:
    """What was found, and how much was searched: `tried` inputs, of which so many suit."""

    revision: Revision
    samples: Samples
    cap: int | None
    growing: str
    budget: CpuBudget
    past: int
    tried: int = 0
    suiting: int = 0
    is_whole: bool = False
    ran_out_of_time: bool = False
    counter_examples: Sequence[CounterExample] = ()
    faults: dict[tuple[Finding, str], CounterExample] = field(default_factory=dict)
    changes: dict[tuple[Finding, str], RewardChange] = field(default_factory=dict)

    @property
    def variables(self) -> list[TriedVariable]:
        """The variables of which several values were tried."""
        found = []
        for name, values in self.samples.values.items():
            numbers = sorted(each for each in values if isinstance(each, Decimal))
            ends = [written(numbers[place]) if numbers else "" for place in (0, -1)]
            found.append(TriedVariable(name, len(values), *ends))
        return found

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

    def search(self) -> None:
        """Try the samples along lines on which one variable grows, and those near past activities.

        The lines are those of `growing`, and some of each other variable that a table depends on.
        """
        tables = list(_tables(self.revision))
        samples, most = self.samples, MAX_TRIED // len(self.samples.values.get(self.growing, "1"))
        rows, self.is_whole = samples.combined(max(1, most), only_usual=self.growing)
        in_tables = {name for _, x, _ in tables for name in x.names} - {self.growing}
        others = [name for name in samples.values if name in in_tables]
        along = product(others, samples.combined(MAX_BASES)[0])
        for name, row in chain(((self.growing, row) for row in rows), along):
            if self.budget.is_spent:
                break
            for key, change in self._undesired(self._changes(name, row), tables):
                known = self.changes.setdefault(key, change)
                self.changes[key] = max(known, change, key=attrgetter("size"))
        for row in samples.from_past():
            self._look(row)
        by_size = sorted(self.changes.items(), key=lambda each: (each[0][0], -each[1].size))
        changes = [each.example(*key) for key, each in by_size[:MAX_CHANGES]]
        self.counter_examples = [*self._simplest_faults(), *changes]
        self.ran_out_of_time = self.budget.is_spent

    def _changes(self, name: str, base: Row) -> list[RewardChange]:
        """Try all values of a variable; return the changes between neighbouring numbers."""
        known: list[tuple[Decimal, TriedInputs]] = []
        rows: list[Row] = [{**base, name: each} for each in self.samples.values.get(name, ())]
        for row in rows or [base]:
            tried, value = self._look(row), row.get(name)
            if isinstance(value, Decimal) and tried and tried.outcome.result in _KNOWN:
                known.append((value, tried))
        known.sort(key=lambda each: each[0])
        return [
            RewardChange(name, low, high, width=x - before)
            for (before, low), (x, high) in pairwise(known)
        ]

    def _undesired(
        self, changes: Sequence[RewardChange], tables: Sequence[Table]
    ) -> Iterator[tuple[tuple[Finding, str], RewardChange]]:
        """Yield falls, and changes of neighbours more than twice what the slope beside explains."""
        for place, change in enumerate(changes):
            if change.growth < 0 and change.variable == self.growing:
                yield (Finding.FALLS, "The reward falls"), change
            if not (tables and change.growth):
                continue
            beside = [each for each in changes[max(place - 1, 0) : place + 2] if each is not change]
            slope = max((each.size / each.width for each in beside), default=ZERO)
            near = change.width <= step_of(self.samples.variables[change.variable].span)
            if near and change.size > 2 * slope * change.width:
                for call, start in _passed(tables, change):
                    says = f"At {call}, the row from {written(start)}, the reward jumps"
                    yield (Finding.JUMPS, says), change

    def _look(self, row: Row) -> TriedInputs | None:
        """Try a row, and keep the first one of each fault; None: no activity may be so."""
        if not self.samples.fits(row):
            return None
        tried = TriedInputs(row, self.revision.outcome(row))
        self.tried += 1
        self.suiting += tried.outcome.result is not Result.DOES_NOT_SUIT
        if (fault := self._fault_of(tried)) is not None:
            self.faults.setdefault(fault.key, fault)
        return tried

    def _fault_of(self, tried: TriedInputs) -> CounterExample | None:
        outcome = tried.outcome
        if outcome.is_negative:
            amount = plain(rounded(outcome.amount or ZERO))
            return CounterExample(Finding.NEGATIVE, f"The reward is negative ({amount})", [tried])
        if outcome.result is Result.FAILED:
            return CounterExample(Finding.FAILS, f"The formula fails ({outcome.reason})", [tried])
        if self.cap is not None and outcome.reward is not None and outcome.reward > self.cap:
            says = f"The reward is {outcome}, above the cap of {self.cap},"
            return CounterExample(Finding.ABOVE_CAP, says, [tried])
        return None

    def _simplest_faults(self) -> Iterator[CounterExample]:
        """Yield faults with the usual values of all variables that do not matter."""
        for finding in (Finding.FAILS, Finding.NEGATIVE, Finding.ABOVE_CAP):
            keys = sorted(key for key in self.faults if key[0] is finding)
            for example in map(self.faults.__getitem__, keys[:MAX_FAILURES]):
                simplest = example
                for name, values in self.samples.values.items():
                    row = {**simplest.points[0].row, name: values[0]}
                    other = self._fault_of(TriedInputs(row, self.revision.outcome(row)))
                    if other and other.key == example.key and self.samples.fits(row):
                        simplest = other
                yield simplest


def search(
    revision: Revision,
    variables: Mapping[str, FormulaVariable],
    past: Sequence[Row],
    *,
    cap: int | None = None,
    growing: str | None = None,
) -> Searched:
    """Search counter-examples of a revision: about `MAX_TRIED` inputs and a few seconds at most.

    :param cap: no reward should be above it.
    :param growing: while it grows, no reward should fall. None: `distance`, if the type has it;
        empty: no variable.
    """
    if growing is None:
        growing = GROWING if GROWING in variables else ""
    numbers = [name for name, each in variables.items() if isinstance(each.example, Decimal)]
    if growing and growing not in numbers:
        raise SearchInvalid(errors={"growing": f"{growing!r} is no variable that is a number"})
    budget, coefficients = CpuBudget(), revision.coefficients
    with exact():
        expression = parts_in(
            revision.expression, coefficients, [] if cap is None else [Decimal(cap)]
        )
        where = parts_in(revision.settings.get(WHERE), coefficients)
        samples = Samples(chain(expression, where), variables, past, budget)
        growing = growing if growing in samples.values else ""
        found = Searched(
            revision=revision,
            samples=samples,
            cap=cap,
            growing=growing,
            budget=budget,
            past=len(past),
        )
        found.search()
    return found


def _tables(revision: Revision) -> Iterator[Table]:
    for node, _ in walk(revision.formula.formula.root):
        if isinstance(node, Call) and node.name == "piecewise":
            table, x = (each.source for each in node.arguments)
            known = constants_of(table, revision.coefficients)
            starts = [each for each in known if isinstance(each, Decimal)]
            yield node.source, FormulaPart(x, revision.coefficients), starts


def _passed(tables: Sequence[Table], change: RewardChange) -> Iterator[tuple[str, Decimal]]:
    """Yield the calls whose argument passes the start of a row, and the start."""
    for call, x, starts in tables:
        low, high = x.number(change.low.row), x.number(change.high.row)
        if low is not None and high is not None:
            yield from ((call, each) for each in starts if (low < each) is not (high < each))
