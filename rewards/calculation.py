"""Calculates the reward of an activity by the formulas of its program and type.

The first formula that is active, valid and whose `__where` suits the activity decides. The details
are everything that the reward came from, as JSON: they are stored with the reward, so that it can
be explained and calculated again whatever happens to the formula.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from rewards.candidates import Candidate, Variables, list_candidates
from rewards.checking import EXPRESSION, WHERE
from rewards.formula import (
    Evaluation,
    FormulaRunError,
    Subvalue,
    Value,
)
from rewards.formula.errors import Position
from rewards.formula.values import kind
from rewards.formula.written import beginning, written
from rewards.models import MAX_AMOUNT

SHOWN = 200  # characters of a text or table in a trace; numbers are never cut

PassedOver = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedReward:
    """A reward before rounding, and what it came from, as JSON."""

    amount: Decimal
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReward:
    """No formula gives a reward; one sentence says why, and `details` as those of a reward."""

    reason: str
    details: Mapping[str, Any] = field(default_factory=dict, compare=False)


class RewardFailed(Exception):
    """A formula has no value for this activity.

    `details` are as those of a reward, with `failure`: the part of the formula, the place, and why.
    """

    def __init__(self, detail: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail)
        self.details = dict(details or {})


def calculate_reward(
    program_id: UUID, activity_type: str, variables: Variables, on: datetime
) -> CalculatedReward | NoReward:
    """Calculate the reward of an activity with these variables.

    :param on: the moment on which a formula must be valid.
    :raises RewardFailed: the formula that decides, or a `__where` before it, fails.
    """
    return calculate_by(list_candidates(program_id, activity_type), variables, on)


def amount_by(
    candidates: Sequence[Candidate], variables: Variables, on: datetime
) -> Decimal | None:
    """Return the amount that `calculate_by` gives, without details; None: no reward.

    :raises RewardFailed: as `calculate_reward`.
    """
    for candidate in candidates:
        if not _why_not(candidate, variables, on):
            return _amount(candidate, variables)
    return None


def calculate_by(
    candidates: Sequence[Candidate], variables: Variables, on: datetime
) -> CalculatedReward | NoReward:
    """Calculate the reward by these formulas, which are tried in their order.

    :raises RewardFailed: as `calculate_reward`.
    """
    passed_over: list[PassedOver] = []
    for candidate in candidates:
        why_not = _why_not(candidate, variables, on, passed_over)
        if not why_not:
            return reward_by(candidate, variables, passed_over)
        passed_over.append({**_identity(candidate), "reason": why_not})
    reason = _none_suits([each["reason"] for each in passed_over])
    return NoReward(reason=reason, details={"passedOver": passed_over})


def reward_by(
    chosen: Candidate, variables: Variables, passed_over: Sequence[PassedOver]
) -> CalculatedReward | NoReward:
    """Calculate the reward by a formula that suits.

    :raises RewardFailed: the formula fails.
    """
    revision = chosen.revision
    try:
        found = revision.formula.evaluation(variables)
    except FormulaRunError as error:
        raise _failed(chosen, variables, error, passed_over=passed_over) from error
    details = _details(chosen, variables) | _results(found)
    details["passedOver"] = list(passed_over)
    if found.value is None:
        reason = f"Formula {chosen.name!r}, revision {revision.number}, is null."
        return NoReward(reason=reason, details=details)
    if not isinstance(found.value, Decimal) or found.value.copy_abs() >= MAX_AMOUNT:
        raise _unfit(chosen, found.value, details)
    return CalculatedReward(amount=found.value, details=details)


def _why_not(
    candidate: Candidate,
    variables: Variables,
    on: datetime,
    passed_over: Sequence[PassedOver] = (),
) -> str:
    try:
        return candidate.why_not(variables, on)
    except FormulaRunError as error:
        raise _failed(candidate, variables, error, WHERE, passed_over) from error


def _amount(chosen: Candidate, variables: Variables) -> Decimal | None:
    try:
        value = chosen.revision.formula.value(variables)
    except FormulaRunError as error:
        raise _failed(chosen, variables, error) from error
    if value is None or (isinstance(value, Decimal) and value.copy_abs() < MAX_AMOUNT):
        return value
    raise _unfit(chosen, value, _details(chosen, variables))


def _unfit(chosen: Candidate, value: Value, details: dict[str, Any]) -> RewardFailed:
    result = "10^15 or more" if isinstance(value, Decimal) else f"{kind(value)}, not a number"
    error = FormulaRunError(f"the result is {result}", Position(line=1, column=1))
    return _failure(chosen, error, details)


def _failed(
    chosen: Candidate,
    variables: Variables,
    error: FormulaRunError,
    part: str = EXPRESSION,
    passed_over: Sequence[PassedOver] = (),
) -> RewardFailed:
    details = _details(chosen, variables) | {"passedOver": list(passed_over)}
    return _failure(chosen, error, details, part)


def _failure(
    chosen: Candidate,
    error: FormulaRunError,
    details: Mapping[str, Any],
    part: str = EXPRESSION,
) -> RewardFailed:
    line, column = error.position
    failure = {"part": part, "line": line, "column": column, "detail": error.detail}
    named = f"Formula {chosen.name!r}, revision {chosen.revision.number}"
    place = f"{part}, {error}" if part == WHERE else str(error)
    return RewardFailed(f"{named}, {place}", {**details, "failure": failure})


def _identity(chosen: Candidate) -> dict[str, Any]:
    return {
        "formulaId": str(chosen.formula_id),
        "formulaName": chosen.name,
        "revision": chosen.revision.number,
    }


def _details(chosen: Candidate, variables: Variables) -> dict[str, Any]:
    return {
        **_identity(chosen),
        "settings": dict(chosen.revision.settings),
        "expression": chosen.revision.expression,
        "coefficients": dict(chosen.revision.coefficients),
        "inputs": {name: written(value) for name, value in variables.items()},
    }


def _results(found: Evaluation) -> dict[str, Any]:
    return {"result": written(found.value), "trace": list(steps_of(found.trace))}


def steps_of(trace: Sequence[Subvalue]) -> Iterator[dict[str, Any]]:
    """Yield the parts of a trace as they are stored with a reward."""
    for part in trace:
        yield {
            "source": part.source,
            "line": part.position.line,
            "column": part.position.column,
            "level": part.level,
            "value": _shown(part.value),
        }


def _shown(value: Value) -> str:
    if isinstance(value, Decimal):
        return written(value)
    text = beginning(value, SHOWN + 1)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _none_suits(reasons: Sequence[str]) -> str:
    if not reasons:
        return "The program has no active formula for this type."
    untrue = sum(reason.startswith("its") for reason in reasons)
    return (
        f"None of {len(reasons)} active formulas suits: "
        f"{untrue} by {WHERE}, {len(reasons) - untrue} not valid on this date."
    )
