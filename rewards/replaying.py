"""Calculating a stored reward again, from nothing but what was stored with it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

from rewards.calculation import CalculatedReward, NoReward, reward_by
from rewards.candidates import Candidate, prepared
from rewards.formula.written import read
from rewards.models import FormulaRevision, RewardFormulaNotFound


def replay(details: Mapping[str, Any]) -> CalculatedReward | NoReward:
    """Calculate a stored reward again, by its revision and its inputs.

    :raises RewardFailed: it fails now.
    :raises RewardFormulaNotFound: there is no such revision.
    """
    formula_id, number = UUID(details["formulaId"]), details["revision"]
    chosen = Candidate(
        formula_id=formula_id,
        name=details["formulaName"],
        revision=prepared(_id_of_revision(formula_id, number)),
    )
    variables = {name: read(text) for name, text in details["inputs"].items()}
    return reward_by(chosen, variables, details.get("passedOver", []))


@lru_cache(maxsize=2048)
def _id_of_revision(formula_id: UUID, number: int) -> UUID:
    found = FormulaRevision.objects.filter(formula=formula_id, number=number)
    for revision_id in found.values_list("pk", flat=True):
        return revision_id
    raise RewardFormulaNotFound(f"Formula {formula_id} has no revision {number}.")
