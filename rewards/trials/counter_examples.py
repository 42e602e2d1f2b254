"""Searches inputs for which a formula gives an undesired result, and describes them for staff.

That none is found proves nothing: samples are tried, not all inputs. The same formula, options and
past activities give the same answer, unless the search runs out of time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from itertools import chain, pairwise, product

from foundation.records.refusals import Invalid
from programs.activity_types import FormulaVariable
from programs.readers import plain
from rewards.formula.values import CONTEXT, ZERO, written
from rewards.formulas.candidates import Revision
from rewards.formulas.checking import WHERE
from rewards.formulas.outcomes import Result, rounded
from rewards.trials.outcomes import Tried, tried
from rewards.trials.samples import MAX_TRIED, FormulaPart, Row, Samples, parts_in, tables_in

MAX_FAILURES = 5
MAX_BASES = 20  # combinations of the other variables, for each table
MAX_CHANGES = 20
GROWING = "distance"
HAS_VALUE = (Result.REWARD, Result.NO_REWARD)


class SearchInvalid(Invalid):
    """What a search is to look for cannot be read."""


class Finding(StrEnum):
    """An undesired result of a formula. A jump may be meant: tables of multipliers make them."""

    FAILS = "Fails"
    NEGATIVE = "Negative"
    ABOVE_CAP = "AboveCap"
    FALLS = "Falls"
    JUMPS = "Jumps"


_SENTENCES = {
    Finding.FAILS: "The formula fails ({about})",
    Finding.NEGATIVE: "The reward is negative ({amount})",
    Finding.ABOVE_CAP: "The reward is {first}, above the cap of {about},",
    Finding.FALLS: "The reward falls {change} while {rise}",
    Finding.JUMPS: "At {about}, the reward jumps {change} (by {size} before rounding) while {rise}",
}


@dataclass(frozen=True, slots=True)
class CounterExample:
    """Inputs for which a formula gives an undesired result.

    - `points`: one, or for what falls or jumps two, which differ in `variable`.
    - `about`: why the formula fails, the cap, or the row of a table at which the reward jumps.
    """

    finding: Finding
    points: Sequence[Tried]
    about: str = ""
    variable: str = ""

    @property
    def key(self) -> tuple[Finding, str]:
        """Equal for two of which one is enough."""
        return self.finding, self.about

    @property
    def size(self) -> Decimal:
        """By how much the amount before rounding changes between two points."""
        return CONTEXT.subtract(self.points[-1].amount, self.points[0].amount).copy_abs()

    @property
    def sentence(self) -> str:
        first, last = self.points[0], self.points[-1]
        low, high = (each.inputs.get(self.variable) for each in (first, last))
        others = {name: text for name, text in first.inputs.items() if name != self.variable}
        sentence = _SENTENCES[self.finding].format(
            about=self.about,
            amount=plain(rounded(first.amount)),
            first=first.outcome,
            change=f"from {first.outcome} to {last.outcome}",
            size=plain(self.size),
            rise=f"{self.variable} grows from {low} to {high}",
        )
        return f"{sentence}{in_words(others)}."


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
    def sentence(self) -> str:
        found = len(self.counter_examples) or "none. That is no proof: not all inputs were tried"
        late = " The search ran out of time before all of them." if self.ran_out_of_time else ""
        every = "every combination" if self.is_whole else "some combinations"
        return (
            f"Found {found}. Tried {self.tried:,} inputs: {every} of the values below, and those "
            f"of {self.past:,} past activities, also a little changed. The formula suits "
            f"{self.suiting:,} of them.{late}"
        )

    def search(self) -> None:
        """Try the samples along lines on which one variable grows, and those near past activities.

        The lines are those of `growing`, and some of each other variable that a table depends on.
        """
        samples, most = self.samples, MAX_TRIED // len(self.samples.values.get(self.growing, "1"))
        bases, self.is_whole = samples.combined(most, only_usual=self.growing)
        others = sorted({name for x in self._tables.values() for name in x.names} - {self.growing})
        along = product(others, samples.combined(MAX_BASES)[0])
        for name, base in chain(((self.growing, base) for base in bases), along):
            if samples.budget.is_spent:
                break
            rows: list[Row] = [{**base, name: x} for x in samples.values.get(name, ())] or [base]
            self._compare(name, [self._tried(row) for row in rows if samples.fits(row)])
        for row in filter(samples.fits, samples.from_past()):
            self._tried(row)
        self.counter_examples = list(self._chosen())
        self.ran_out_of_time = samples.budget.is_spent

    def _tried(self, row: Row) -> Tried:
        """Try a row, and keep its fault."""
        found = tried(self._revision, row)
        self.tried += 1
        self.suiting += found.outcome.result is not Result.DOES_NOT_SUIT
        if fault := self._fault_of(found):
            self._keep(fault)
        return found

    def _fault_of(self, point: Tried) -> CounterExample | None:
        outcome = point.outcome
        if outcome.is_negative:
            return CounterExample(Finding.NEGATIVE, [point])
        if outcome.result is Result.FAILED:
            return CounterExample(Finding.FAILS, [point], outcome.reason)
        if self.cap is not None and (outcome.reward or ZERO) > self.cap:
            return CounterExample(Finding.ABOVE_CAP, [point], str(self.cap))
        return None

    def _compare(self, name: str, points: Iterable[Tried]) -> None:
        """Keep falls, and jumps at rows of tables, between neighbouring numbers of a variable.

        A change is a jump if its slope is more than twice the slopes beside it.
        """
        known = [
            each for each in points if each.outcome.result in (Result.REWARD, Result.NO_REWARD)
        ]
        numbers = [each for each in known if isinstance(each.row.get(name), Decimal)]
        pairs = list(pairwise(sorted(numbers, key=lambda each: each.row[name])))
        slopes = [abs(b.amount - a.amount) / (b.row[name] - a.row[name]) for a, b in pairs]
        beside = map(max, [ZERO, *slopes], [*slopes[1:], ZERO])
        for (low, high), slope, most in zip(pairs, slopes, beside, strict=False):
            growth = (high.outcome.reward or ZERO) - (low.outcome.reward or ZERO)
            if growth < 0 and name == self.growing:
                self._keep(CounterExample(Finding.FALLS, [low, high], variable=name))
            is_near = high.row[name] - low.row[name] <= self.samples.step(name)
            if growth and is_near and slope > 2 * most:
                for call, x in self._tables.items():
                    for start in x.passed(x.number(low.row), x.number(high.row)):
                        about = f"{call}, the row from {written(start)}"
                        self._keep(CounterExample(Finding.JUMPS, [low, high], about, name))

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
            other = self._fault_of(tried(self._revision, row))
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
    if growing and not (growing in variables and isinstance(variables[growing].example, Decimal)):
        raise SearchInvalid(errors={"growing": f"{growing!r} is no variable that is a number"})
    with localcontext(CONTEXT):
        parts = parts_of(revision)
        if cap is not None:
            parts.append(FormulaPart(revision.expression, revision.coefficients, [Decimal(cap)]))
        samples = Samples(parts, variables, past)
        found = Searched(revision, samples, cap, growing if growing in samples.values else "")
        found.search()
    return found


def in_words(inputs: Mapping[str, str]) -> str:
    """Return inputs as a clause: "where distance is 5 and pulse is null"."""
    *most, last = [f"{name} is {text}" for name, text in inputs.items()] or [""]
    return f" where {', '.join(most)}{' and ' if most else ''}{last}" if last else ""


# Searches any input for which a formula has a value: one that has none can only fail.


MOST_TRIED = 2_000


def find_only_failures(
    revision: Revision, variables: Mapping[str, FormulaVariable], known: Iterable[Row]
) -> Tried | None:
    """Return inputs for which a revision fails, if it fails for all that were tried and suit.

    Tried are the usual values, the `known` inputs, and then samples; the first value ends it.
    """
    usual = {name: each.example for name, each in variables.items()}
    first = None
    with localcontext(CONTEXT):
        for row in chain([usual], known, _sampled(revision, variables)):
            found = tried(revision, row)
            if found.outcome.result in HAS_VALUE:
                return None
            if found.outcome.result is Result.FAILED:
                first = first or found
    return first


def parts_of(revision: Revision) -> list[FormulaPart]:
    """Return the parts of a revision's expression and `__where`."""
    texts = (revision.expression, revision.settings.get(WHERE))
    return [part for text in texts for part in parts_in(text, revision.coefficients)]


def _sampled(revision: Revision, variables: Mapping[str, FormulaVariable]) -> Iterator[Row]:
    samples = Samples(parts_of(revision), variables, ())
    for row in filter(samples.fits, samples.combined(MOST_TRIED)[0]):
        if samples.budget.is_spent:
            return
        yield row
