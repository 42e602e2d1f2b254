"""How the reward changes along a variable: it falls, or jumps where a row of `piecewise` starts.

A table of multipliers may be meant to make jumps: a jump is a finding, not a fault.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, pairwise, product
from operator import itemgetter

from programs.readers import plain
from rewards.budget import CpuBudget
from rewards.candidates import Revision
from rewards.examining.edges import FormulaPart, Row, constants_of, part_of
from rewards.examining.findings import CounterExample, Finding, counter_example
from rewards.examining.samples import Samples, step_of
from rewards.formula.tree import Call, walk
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Outcome, Result

MAX_BASES = 20  # combinations of the other variables, for each table
MAX_JUMPS = 20
_KNOWN = (Result.REWARD, Result.NO_REWARD)

Tried = tuple[Decimal, Row, Outcome]
"""The value of a variable, the row with it, and what the formula gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardChange:
    """What a formula gives for two neighbouring values of a variable.

    `growth`: of the reward. `size`: by how much the amount before rounding changes.
    """

    variable: str
    low: Tried
    high: Tried
    growth: Decimal
    size: Decimal

    @property
    def width(self) -> Decimal:
        """How far the values are from each other."""
        return self.high[0] - self.low[0]

    def example(self, finding: Finding, says: str, then: str = "") -> CounterExample:
        """Return it in words."""
        (low, _, before), (high, _, after) = self.low, self.high
        grows = f"while {self.variable} grows from {written(low)} to {written(high)}"
        sentence = f"{says} from {before} to {after}{then} {grows}"
        return counter_example(finding, sentence, [self.low[1:], self.high[1:]], self.variable)


def changes_along(variable: str, tried: Sequence[tuple[Row, Outcome | None]]) -> list[RewardChange]:
    """Return the changes between neighbouring values for which there is a reward or none."""
    known: list[Tried] = []
    for row, outcome in tried:
        value = row[variable]
        if isinstance(value, Decimal) and outcome is not None and outcome.result in _KNOWN:
            known.append((value, row, outcome))
    known.sort(key=itemgetter(0))
    return [
        RewardChange(
            variable=variable,
            low=low,
            high=high,
            growth=(high[2].reward or ZERO) - (low[2].reward or ZERO),
            size=abs((high[2].amount or ZERO) - (low[2].amount or ZERO)),
        )
        for low, high in pairwise(known)
    ]


def jumps_of(
    revision: Revision, samples: Samples, look: Callable[[Row], Outcome | None], budget: CpuBudget
) -> Iterator[CounterExample]:
    """Yield the largest jumps that are found, at most one for each row of a table, in words.

    :param look: calculates a row; None: an activity cannot have these variables together.
    """
    largest: dict[tuple[str, Decimal], RewardChange] = {}
    for call, x, starts in _tables(revision):
        names = [name for name in samples.values if name in x.names]
        for name, base in product(names, islice(samples.combined(MAX_BASES)[0], MAX_BASES)):
            if budget.is_spent:
                break
            rows = [{**base, name: value} for value in samples.numbers(name)]
            step = step_of(samples.variables[name].span)
            for jump in _jumps(changes_along(name, [(row, look(row)) for row in rows]), step):
                for start in _passed(x, jump, starts):
                    known = largest.get((call, start))
                    largest[call, start] = jump if not known or jump.size > known.size else known
    by_size = sorted(largest.items(), key=lambda each: each[1].size, reverse=True)
    for (call, start), jump in by_size[:MAX_JUMPS]:
        says = f"At {call}, the row from {written(start)}, the reward jumps"
        yield jump.example(Finding.JUMPS, says, f" (by {plain(jump.size)} before rounding)")


def _passed(x: FormulaPart, change: RewardChange, starts: Sequence[Decimal]) -> list[Decimal]:
    """Return the starts of rows that the argument passes."""
    low, high = (x.number(row) for _, row, _ in (change.low, change.high))
    if low is None or high is None:
        return []
    return [start for start in starts if (low < start) is not (high < start)]


def _jumps(changes: Sequence[RewardChange], step: Decimal) -> Iterator[RewardChange]:
    """Yield changes of neighbours that are more than twice what the slope beside explains."""
    for place, change in enumerate(changes):
        beside = [each for each in changes[max(place - 1, 0) : place + 2] if each is not change]
        slope = max((each.size / each.width for each in beside), default=ZERO)
        if change.growth and change.width <= step and change.size > 2 * slope * change.width:
            yield change


def _tables(revision: Revision) -> Iterator[tuple[str, FormulaPart, list[Decimal]]]:
    """Yield each call of `piecewise`, its argument, and where the rows of its table start."""
    for node, _ in walk(revision.formula.formula.root):
        if isinstance(node, Call) and node.name == "piecewise":
            table, x = (each.source for each in node.arguments)
            known = constants_of(table, revision.coefficients)
            starts = [each for each in known if isinstance(each, Decimal)]
            yield node.source, part_of(x, revision.coefficients), starts
