"""Searches inputs for which a formula gives an undesired result.

That none is found proves nothing: samples are tried, not all inputs. The same formula, options and
past activities give the same answer, unless the search runs out of time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, pairwise, product

from programs.activity_types import FormulaVariable
from records.refusals import Invalid
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.examining.edges import Row, parts_in, tables_in
from rewards.examining.findings import CounterExample, Finding, TriedInputs
from rewards.examining.samples import Samples, step_of
from rewards.formula import exact
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Result

MAX_TRIED = 20_000
MAX_FAILURES = 5
MAX_BASES = 20  # combinations of the other variables, for each table
MAX_CHANGES = 20
GROWING = "distance"


class SearchInvalid(Invalid):
    """What a search is to look for cannot be read."""


@dataclass(frozen=True, slots=True)
class TriedVariable:
    """How many values of a variable were tried, and for numbers from where to where."""

    name: str
    count: int
    least: str
    most: str


class Searched:
    """What was found, and how much was searched: `tried` inputs, of which so many suit."""

    def __init__(self, revision: Revision, samples: Samples, cap: int | None, growing: str) -> None:
        self.cap, self.growing, self.past = cap, growing, len(samples.past)
        self.tried, self.suiting, self.is_whole, self.ran_out_of_time = 0, 0, False, False
        self.counter_examples: Sequence[CounterExample] = ()
        self.samples, self._revision = samples, revision
        self._tables = tables_in(revision.formula.formula.root, revision.coefficients)
        self._found: dict[tuple[Finding, str], CounterExample] = {}

    @property
    def variables(self) -> list[TriedVariable]:
        """The variables of which several values were tried."""
        found = []
        for name, values in self.samples.values.items():
            numbers = sorted(each for each in values if isinstance(each, Decimal))
            texts = [written(each) for each in numbers] or [""]
            found.append(TriedVariable(name, len(values), texts[0], texts[-1]))
        return found

    @property
    def sentence(self) -> str:
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
        samples, most = self.samples, MAX_TRIED // len(self.samples.values.get(self.growing, "1"))
        bases, self.is_whole = samples.combined(most, only_usual=self.growing)
        in_tables = {name for x in self._tables.values() for name in x.names} - {self.growing}
        others = [name for name in samples.values if name in in_tables]
        along = product(others, samples.combined(MAX_BASES)[0])
        for name, base in chain(((self.growing, base) for base in bases), along):
            if samples.budget.is_spent:
                break
            self._compare(name, [self._tried(row) for row in samples.line(name, base)])
        for row in filter(samples.fits, samples.from_past()):
            self._tried(row)
        self.counter_examples = list(self._chosen())
        self.ran_out_of_time = samples.budget.is_spent

    def _tried(self, row: Row) -> TriedInputs:
        """Try a row, and keep its fault."""
        tried = TriedInputs(row, self._revision.outcome(row))
        self.tried += 1
        self.suiting += tried.outcome.result is not Result.DOES_NOT_SUIT
        if fault := self._fault_of(tried):
            self._keep(fault)
        return tried

    def _fault_of(self, tried: TriedInputs) -> CounterExample | None:
        outcome = tried.outcome
        if outcome.is_negative:
            return CounterExample(Finding.NEGATIVE, [tried])
        if outcome.result is Result.FAILED:
            return CounterExample(Finding.FAILS, [tried], outcome.reason)
        if self.cap is not None and (outcome.reward or ZERO) > self.cap:
            return CounterExample(Finding.ABOVE_CAP, [tried], str(self.cap))
        return None

    def _compare(self, name: str, tried: Iterable[TriedInputs]) -> None:
        """Keep falls, and jumps at rows of tables, between neighbouring numbers of a variable.

        A change is a jump if it is more than twice what the slopes beside explain.
        """
        known = [each for each in tried if each.outcome.result in (Result.REWARD, Result.NO_REWARD)]
        numbers = [each for each in known if isinstance(each.row.get(name), Decimal)]
        pairs = list(pairwise(sorted(numbers, key=lambda each: each.row[name])))
        widths = [high.row[name] - low.row[name] for low, high in pairs]
        sizes = [abs(high.amount - low.amount) for low, high in pairs]
        for place, ((low, high), width, size) in enumerate(zip(pairs, widths, sizes, strict=True)):
            growth = (high.outcome.reward or ZERO) - (low.outcome.reward or ZERO)
            if growth < 0 and name == self.growing:
                self._keep(CounterExample(Finding.FALLS, [low, high], "", name, size))
            if not (
                self._tables and growth and width <= step_of(self.samples.variables[name].span)
            ):
                continue
            beside = [each for each in (place - 1, place + 1) if 0 <= each < len(pairs)]
            slope = max((sizes[each] / widths[each] for each in beside), default=ZERO)
            if size > 2 * slope * width:
                for call, x in self._tables.items():
                    for start in x.passed(x.number(low.row), x.number(high.row)):
                        about = f"{call}, the row from {written(start)}"
                        self._keep(CounterExample(Finding.JUMPS, [low, high], about, name, size))

    def _keep(self, example: CounterExample) -> None:
        """Keep the first of the largest ones of a kind."""
        known = self._found.setdefault(example.key, example)
        self._found[example.key] = max(known, example, key=lambda each: each.size)

    def _chosen(self) -> Iterator[CounterExample]:
        """Yield faults with their simplest inputs, and then the largest changes."""
        found = self._found.values()
        for finding in (Finding.FAILS, Finding.NEGATIVE, Finding.ABOVE_CAP):
            faults = sorted(each.key for each in found if each.finding is finding)
            yield from (self._simplest(self._found[key]) for key in faults[:MAX_FAILURES])
        changes = [each for each in found if each.variable]
        yield from sorted(changes, key=lambda each: (each.finding, -each.size))[:MAX_CHANGES]

    def _simplest(self, fault: CounterExample) -> CounterExample:
        """Return a fault with the usual values of all variables that do not matter."""
        for name, values in self.samples.values.items():
            row = {**fault.points[0].row, name: values[0]}
            other = self._fault_of(TriedInputs(row, self._revision.outcome(row)))
            if other and other.key == fault.key and self.samples.fits(row):
                fault = other
        return fault


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
    with exact():
        caps = [] if cap is None else [Decimal(cap)]
        expression = parts_in(revision.expression, revision.coefficients, caps)
        where = parts_in(revision.settings.get(WHERE), revision.coefficients)
        samples = Samples(chain(expression, where), variables, past)
        found = Searched(revision, samples, cap, growing if growing in samples.values else "")
        found.search()
    return found
