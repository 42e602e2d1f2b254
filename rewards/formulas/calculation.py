"""Calculates the reward of an activity by the formulas of its program and type.

The first formula that is active, valid and whose `__where` suits the activity decides. The details
of the outcome are everything that it came from, as JSON: they are stored with the reward, so that
it can be explained and calculated again whatever happens to the formula.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from uuid import UUID

from foundation.records.texts import counted
from rewards.formula import Subvalue, Value
from rewards.formula.values import beginning, read, written
from rewards.formulas.candidates import Candidate, Variables, list_candidates, prepared
from rewards.formulas.models import FormulaRevision, RewardFormulaNotFound
from rewards.formulas.outcomes import Outcome, Result

SHOWN = 200  # characters of a text or table in a trace; numbers are never cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Which formula decides, what it gives, and why each one before it does not suit.

    `candidate` None: no formula suits, so the outcome is no reward.
    """

    outcome: Outcome
    candidate: Candidate | None = None
    passed_over: Sequence[tuple[Candidate, str]] = ()


def calculate_reward(
    program_id: UUID, activity_type: str, variables: Variables, on: datetime
) -> Outcome:
    """Calculate the reward of an activity with these variables; the outcome has its details.

    :param on: the moment on which a formula must be valid.
    """
    decision = decide(list_candidates(program_id, activity_type), variables, on)
    passed_over = [{**_identity(each), "reason": reason} for each, reason in decision.passed_over]
    return _detailed(decision.outcome, decision.candidate, variables, passed_over)


def decide(candidates: Sequence[Candidate], variables: Variables, on: datetime) -> Decision:
    """Try formulas in their order, until one suits or fails; the outcome's reason names it."""
    passed_over: list[tuple[Candidate, str]] = []
    for candidate in candidates:
        outcome = candidate.outcome(variables, on)
        if outcome.result is not Result.DOES_NOT_SUIT:
            named = _named(outcome, candidate)
            return Decision(outcome=named, candidate=candidate, passed_over=passed_over)
        passed_over.append((candidate, outcome.reason))
    reason = _none_suits([reason for _, reason in passed_over])
    outcome = Outcome(result=Result.NO_REWARD, reason=reason)
    return Decision(outcome=outcome, passed_over=passed_over)


def replay(details: Mapping[str, Any]) -> Outcome:
    """Calculate a stored reward again, from its revision and what was stored with it.

    :raises RewardFormulaNotFound: there is no such revision.
    """
    formula_id, number = UUID(details["formulaId"]), details["revision"]
    chosen = Candidate(
        formula_id=formula_id,
        name=details["formulaName"],
        revision=prepared(_id_of_revision(formula_id, number)),
    )
    variables = {name: read(text) for name, text in details["inputs"].items()}
    outcome = _named(chosen.revision.calculated(variables), chosen)
    return _detailed(outcome, chosen, variables, details.get("passedOver", []))


def steps_of(trace: Sequence[Subvalue]) -> Iterator[dict[str, Any]]:
    """Yield the parts of a trace as they are stored with a reward."""
    for source, position, level, value in trace:
        place = position._asdict()
        yield {"source": source, **place, "level": level, "value": _shown(value)}


def _named(outcome: Outcome, candidate: Candidate) -> Outcome:
    """Return the outcome with the name of the formula in the reason why there is no reward."""
    name = f"Formula {candidate.name!r}, revision {candidate.revision.number}"
    match outcome.result:
        case Result.NO_REWARD:
            return replace(outcome, reason=f"{name}, gives none.")
        case Result.FAILED:
            return replace(outcome, reason=f"{name}, {outcome.reason}")
    return outcome


def _detailed(
    outcome: Outcome,
    candidate: Candidate | None,
    variables: Variables,
    passed_over: Sequence[Mapping[str, Any]],
) -> Outcome:
    """Return the outcome with what it came from, as JSON; with the trace unless it has no value."""
    details: dict[str, Any] = {"passedOver": list(passed_over)}
    if candidate is not None:
        details |= {
            **_identity(candidate),
            "settings": dict(candidate.revision.settings),
            "expression": candidate.revision.expression,
            "coefficients": dict(candidate.revision.coefficients),
            "inputs": {name: written(value) for name, value in variables.items()},
        }
    failure = outcome.failure
    if candidate is not None and (failure is None or outcome.value is not None):
        found = candidate.revision.formula.evaluation(variables)
        details |= {"result": written(found.value), "trace": list(steps_of(found.trace))}
    if failure is not None:
        place = failure.position._asdict()
        details["failure"] = {"part": failure.part, **place, "detail": failure.detail}
    return replace(outcome, details=details)


def _identity(candidate: Candidate) -> dict[str, Any]:
    return {
        "formulaId": str(candidate.formula_id),
        "formulaName": candidate.name,
        "revision": candidate.revision.number,
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
        f"None of {counted(len(reasons), 'active formula')} is for it: "
        f"{untrue} by its condition, {len(reasons) - untrue} by its dates."
    )


@lru_cache(maxsize=2048)
def _id_of_revision(formula_id: UUID, number: int) -> UUID:
    found = FormulaRevision.objects.filter(formula=formula_id, number=number).first()
    if found is None:
        raise RewardFormulaNotFound(f"Formula {formula_id} has no revision {number}.")
    return found.pk
