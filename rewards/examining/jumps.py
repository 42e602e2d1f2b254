"""Jumps of the reward where a row of `piecewise` starts.

A table of multipliers may be meant to make them: a jump is a finding, not a fault.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from heapq import nlargest

from programs.readers import plain
from rewards.examining.choosing import TIDY, beside, fits, samples_of
from rewards.examining.edges import Edge, Row, roots_of
from rewards.examining.findings import CounterExample, Finding, in_words, point
from rewards.examining.rows import Values, rows_of
from rewards.examining.simplifying import simplified
from rewards.examining.trying import Trial
from rewards.formula.written import written

MAX_BASES = 20  # combinations of the other variables, for each edge
MAX_JUMPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """Two neighbouring values of a variable with an edge between, and the size of the jump."""

    edge: Edge
    row: Row
    variable: str
    low: Decimal
    high: Decimal
    size: Decimal


def jumps_of(trial: Trial, values: Values) -> Iterator[CounterExample]:
    """Yield the largest jumps that were found, at most one for each row of a table, in words."""
    steps = [edge for edge in trial.subject.edges if edge.step]
    each = [max(_jumps_at(trial, edge, values), key=_size_of, default=None) for edge in steps]
    found = [jump for jump in each if jump is not None]
    least = min(map(_size_of, nlargest(MAX_JUMPS, found, key=_size_of)), default=Decimal(0))
    for jump in [jump for jump in found if jump.size >= least][:MAX_JUMPS]:
        yield _shown(trial, jump)


def _size_of(jump: Jump) -> Decimal:
    return jump.size


def _jumps_at(trial: Trial, edge: Edge, values: Values) -> Iterator[Jump]:
    for variable in values:
        if variable not in edge.names:
            continue
        known = trial.subject.variables[variable]
        samples = samples_of(known)
        others = {name: each if name != variable else [None] for name, each in values.items()}
        for row in rows_of(others, MAX_BASES):
            if trial.is_late:
                return
            for root in roots_of(edge, variable, row, samples):
                yield from _jumps_around(trial, edge, {**row, variable: root}, variable)


def _jumps_around(trial: Trial, edge: Edge, row: Row, variable: str) -> Iterator[Jump]:
    span, root = trial.subject.variables[variable].span, row[variable]
    if not isinstance(root, Decimal):
        return
    step, unit = beside(span), Decimal(1) if span.is_whole else TIDY
    at, above = (root.quantize(unit, way).normalize() for way in (ROUND_CEILING, ROUND_FLOOR))
    for low, high in ((at - step, at), (above, above + step)):
        if (
            span.has(low)
            and span.has(high)
            and fits({**row, variable: high}, trial.subject.variables)
        ):
            size = _size(trial, row, variable, low, high)
            if size > 0:
                yield Jump(edge=edge, row=row, variable=variable, low=low, high=high, size=size)


def _size(trial: Trial, row: Row, variable: str, low: Decimal, high: Decimal) -> Decimal:
    """Return by how much the amount jumps; 0: not more than its slope beside explains."""
    step = high - low

    def change(one: Decimal, other: Decimal) -> Decimal | None:
        amounts = [trial.amount({**row, variable: value}) for value in (one, other)]
        if amounts[0] is None or amounts[1] is None:
            return None
        return (amounts[1] - amounts[0]).copy_abs()

    jump = change(low, high)
    if not jump or trial.reward({**row, variable: low}) == trial.reward({**row, variable: high}):
        return Decimal(0)
    slopes = [change(low - step, low), change(high, high + step)]
    explained = 2 * max((slope for slope in slopes if slope is not None), default=Decimal(0))
    return jump if jump > explained else Decimal(0)


def _shown(trial: Trial, jump: Jump) -> CounterExample:
    variable, low, high = jump.variable, jump.low, jump.high

    def jumps(row: Row) -> bool:
        return _size(trial, row, variable, low, high) > 0 and _crosses(jump, row)

    row = simplified(trial.subject, {**jump.row, variable: low}, jumps, fixed=variable)
    rows = [{**row, variable: value} for value in (low, high)]
    outcomes = [trial.outcome(each) for each in rows]
    size = _size(trial, row, variable, low, high)
    sentence = (
        f"At {jump.edge.step}, the reward jumps from {outcomes[0]} to {outcomes[1]} "
        f"(by {plain(size)} before rounding) while {variable} grows from {written(low)} to "
        f"{written(high)}{in_words(row, without=variable)}."
    )
    return CounterExample(
        finding=Finding.JUMPS,
        sentence=sentence,
        points=[point(*pair) for pair in zip(rows, outcomes, strict=True)],
        variable=variable,
    )


def _crosses(jump: Jump, row: Row) -> bool:
    """Say whether the edge is between the two values, also with these other variables."""
    sides = [jump.edge.difference({**row, jump.variable: x}) for x in (jump.low, jump.high)]
    return sides[0] is not None and sides[1] is not None and (sides[0] < 0) != (sides[1] < 0)
