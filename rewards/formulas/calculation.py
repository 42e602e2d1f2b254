"""Calculates the reward of an activity by the formulas of its program and type.

The first formula that is active, valid and whose `__where` suits the activity decides. The details
of the outcome are everything that it came from, as JSON: they are stored with the reward, so that
it can be explained and calculated again whatever happens to the formula. `outcomes.rounded` rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from foundation.records.texts import counted
from rewards.formula.values import read, written
from rewards.formulas.candidates import (
    Candidate,
    TriedFormula,
    Variables,
    list_candidates,
    prepared,
)
from rewards.formulas.models import FormulaRevision, RewardFormulaNotFound
from rewards.formulas.outcomes import Outcome, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Which formula decides, what it gives, and why each one before it does not suit.

    `candidate` None: no formula suits, so the outcome is no reward.
    """

    outcome: Outcome
    candidate: Candidate | None = None
    passed_over: Sequence[TriedFormula] = ()


def calculate_reward(
    program_id: UUID, activity_type: str, variables: Variables, on: datetime
) -> Outcome:
    """Calculate the reward of an activity with these variables; the outcome has its details.

    :param on: the moment on which a formula must be valid.
    """
    decision = decide(list_candidates(program_id, activity_type), variables, on)
    passed_over = [each.as_json() for each in decision.passed_over]
    return _detailed(decision.outcome, decision.candidate, variables, passed_over)


def decide(candidates: Sequence[Candidate], variables: Variables, on: datetime) -> Decision:
    """Try formulas in their order, until one suits or fails; the outcome's reason names it."""
    passed_over: list[TriedFormula] = []
    for candidate in candidates:
        outcome = candidate.outcome(variables, on)
        if outcome.result is not Result.DOES_NOT_SUIT:
            named = _named(outcome, candidate)
            return Decision(outcome=named, candidate=candidate, passed_over=passed_over)
        passed_over.append(candidate.tried(outcome.reason))
    outcome = Outcome(result=Result.NO_REWARD, reason=_none_suits(passed_over))
    return Decision(outcome=outcome, passed_over=passed_over)


def replay(details: Mapping[str, Any]) -> Outcome:
    """Calculate a stored reward again, from its revision and what was stored with it.

    :raises RewardFormulaNotFound: there is no such revision.
    """
    stored = TriedFormula.of(details)
    chosen = Candidate(
        formula_id=stored.formula_id,
        name=stored.name,
        revision=prepared(_id_of_revision(stored.formula_id, stored.revision)),
    )
    variables = {name: read(text) for name, text in details["inputs"].items()}
    outcome = _named(chosen.revision.calculated(variables), chosen)
    return _detailed(outcome, chosen, variables, details.get("passedOver", []))


def _named(outcome: Outcome, candidate: Candidate) -> Outcome:
    """Return the outcome with the name of the formula in the reason why there is no reward."""
    match outcome.result:
        case Result.NO_REWARD:
            return replace(outcome, reason=f"{candidate.tried()} gives none.")
        case Result.FAILED:
            return replace(outcome, reason=f"{candidate.tried()} {outcome.reason}")
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
            **candidate.tried().as_json(),
            "settings": dict(candidate.revision.settings),
            "expression": candidate.revision.expression,
            "coefficients": dict(candidate.revision.coefficients),
            "inputs": {name: written(value) for name, value in variables.items()},
        }
    if candidate is not None and outcome.has_value:
        trace = [each._asdict() for each in candidate.revision.trace(variables)]
        details |= {"result": written(outcome.value), "trace": trace}
    if outcome.failure is not None:
        details["failure"] = asdict(outcome.failure)
    return replace(outcome, details=details)


def _none_suits(passed_over: Sequence[TriedFormula]) -> str:
    if not passed_over:
        return "The program has no active formula for this type."
    untrue = sum(each.reason.startswith("its") for each in passed_over)
    return (
        f"None of {counted(len(passed_over), 'active formula')} is for it: "
        f"{untrue} by its condition, {len(passed_over) - untrue} by its dates."
    )


@lru_cache(maxsize=2048)
def _id_of_revision(formula_id: UUID, number: int) -> UUID:
    found = FormulaRevision.objects.filter(formula=formula_id, number=number).first()
    if found is None:
        raise RewardFormulaNotFound(f"Formula {formula_id} has no revision {number}.")
    return found.pk
