"""The formulas that are tried on each side, frozen as JSON: what staff change later has no part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from rewards.calculation import decide
from rewards.candidates import Candidate, prepared
from rewards.models import FormulaRevision, RewardFormula
from rewards.outcomes import Outcome, Result
from rewards.past_activities import PastActivity

Frozen = list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contenders:
    """The formulas of both sides, each in the order in which they are tried."""

    live: Frozen
    draft: Frozen


def freeze(formula: RewardFormula, revision: FormulaRevision) -> Contenders:
    """Return the active formulas, and the same with this revision in the formula's place.

    If the formula is not active, the draft has it at its position, as if it were made active.
    """
    of_type = RewardFormula.objects.of(formula.program_id, formula.activity_type)
    live = {each.position: _frozen(each, each.active_revision_id) for each in of_type.active()}
    draft = {**live, formula.position: _frozen(formula, revision.pk)}
    return Contenders(live=_in_order(live), draft=_in_order(draft))


def thaw(frozen: Sequence[Mapping[str, Any]]) -> list[Candidate]:
    """Return frozen formulas, ready to calculate."""
    return [
        Candidate(
            formula_id=UUID(each["formula_id"]),
            name=each["name"],
            revision=prepared(UUID(each["revision_id"])),
            valid_from=_moment(each["valid_from"]),
            valid_until=_moment(each["valid_until"]),
        )
        for each in frozen
    ]


def outcome_for(candidates: Sequence[Candidate], past: PastActivity) -> Outcome:
    """Return what an activity gets by these formulas.

    The caller may put `exact()` around many of them.
    """
    if past.why_not_calculated:
        return Outcome(result=Result.NO_REWARD, reason=past.why_not_calculated)
    return decide(candidates, past.variables, past.created_on).outcome


def _frozen(formula: RewardFormula, revision_id: UUID | None) -> dict[str, Any]:
    return {
        "formula_id": str(formula.pk),
        "name": formula.name,
        "revision_id": str(revision_id),
        "valid_from": _text(formula.valid_from),
        "valid_until": _text(formula.valid_until),
    }


def _in_order(by_position: Mapping[int, dict[str, Any]]) -> Frozen:
    return [by_position[position] for position in sorted(by_position)]


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
