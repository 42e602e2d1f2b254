"""Rewards that fall while a variable grows."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rewards.examining.choosing import beside
from rewards.examining.edges import Row
from rewards.examining.findings import CounterExample, Finding, in_words, point
from rewards.examining.simplifying import simplified
from rewards.examining.trying import Trial, credited
from rewards.formula import Value
from rewards.formula.written import written
from rewards.outcomes import Outcome

HALVINGS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """Two values of a variable: the reward at `high` is less than at `low`."""

    row: Row
    variable: str
    low: Decimal
    high: Decimal
    size: Decimal


def fall_in(row: Row, variable: str, sweep: Sequence[tuple[Decimal, Outcome]]) -> Fall | None:
    """Return the largest fall among outcomes for ascending values of a variable."""
    best: Fall | None = None
    top: tuple[Decimal, Decimal] | None = None
    for value, outcome in sweep:
        reward = credited(outcome)
        if reward is None:
            continue
        if top is None or reward >= top[1]:
            top = (value, reward)
        elif best is None or top[1] - reward > best.size:
            size = top[1] - reward
            best = Fall(row=row, variable=variable, low=top[0], high=value, size=size)
    return best


def shown_fall(trial: Trial, fall: Fall) -> CounterExample:
    """Return a fall between near values, in words."""
    low, high = _narrowed(trial, fall)
    variable = fall.variable

    def falls(row: Row) -> bool:
        return _fall(trial, row, variable, low, high) > 0

    row = simplified(trial.subject, {**fall.row, variable: low}, falls, fixed=variable)
    rows = [{**row, variable: value} for value in (low, high)]
    outcomes = [trial.outcome(each) for each in rows]
    sentence = (
        f"The reward falls from {outcomes[0]} to {outcomes[1]} while {variable} grows from "
        f"{written(low)} to {written(high)}{in_words(row, without=variable)}."
    )
    return CounterExample(
        finding=Finding.FALLS,
        sentence=sentence,
        points=[point(*pair) for pair in zip(rows, outcomes, strict=True)],
        variable=variable,
    )


def _narrowed(trial: Trial, fall: Fall) -> tuple[Decimal, Decimal]:
    """Return nearer values between which the reward falls as much."""
    low, high = fall.low, fall.high
    step = beside(trial.subject.variables[fall.variable].span)
    for _ in range(HALVINGS):
        middle = ((low + high) / 2).quantize(step)
        if not low < middle < high:
            break
        if _fall(trial, fall.row, fall.variable, middle, high) >= fall.size:
            low = middle
        elif _fall(trial, fall.row, fall.variable, low, middle) >= fall.size:
            high = middle
        else:
            break
    return _plainer_ends(trial, fall, low, high)


def _plainer_ends(trial: Trial, fall: Fall, low: Decimal, high: Decimal) -> tuple[Decimal, Decimal]:
    """Return values with fewer digits, hardly farther apart than at first, of as large a fall."""
    row, name, size = fall.row, fall.variable, fall.size
    step = beside(trial.subject.variables[name].span)
    least, most = fall.low - step, fall.high + step

    def as_high(tried: Row) -> bool:
        is_near = low < _number(tried, name) <= most
        return is_near and _fall(trial, row, name, low, tried[name]) >= size

    def as_low(tried: Row) -> bool:
        is_near = least <= _number(tried, name) < high
        return is_near and _fall(trial, row, name, tried[name], high) >= size

    high = _number(simplified(trial.subject, {name: high}, as_high), name)
    low = _number(simplified(trial.subject, {name: low}, as_low), name)
    return low, high


def _number(row: Row, name: str) -> Decimal:
    value = row[name]
    return value if isinstance(value, Decimal) else Decimal(0)


def _fall(trial: Trial, row: Row, variable: str, low: Value, high: Value) -> Decimal:
    rewards = [trial.reward({**row, variable: value}) for value in (low, high)]
    if rewards[0] is None or rewards[1] is None:
        return Decimal(0)
    return rewards[0] - rewards[1]
