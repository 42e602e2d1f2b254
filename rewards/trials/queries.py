"""What callers of the API try: a formula or texts, for an activity or for inputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from foundation.records.refusals import Invalid
from rewards.formulas.candidates import list_candidates
from rewards.formulas.checking import FormulaTexts, faults_of
from rewards.formulas.commands import FormulaInvalid
from rewards.formulas.models import RewardFormula
from rewards.trials.outcomes import Trial, draft_of_texts, find_activity, read_inputs, try_draft


class TryUnclear(Invalid):
    """It is not clear what is to be tried, or for which activity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryFormulaQuery:
    """Texts or a formula, of which `revision` None is what was saved last; an activity or inputs.

    Texts beside a formula are tried in its place. `inputs` are values as texts of the language.
    """

    now: datetime
    formula_id: UUID | None = None
    revision: int | None = None
    program_id: UUID | None = None
    activity_type: str = ""
    expression: str | None = None
    settings: Mapping[str, Any]
    coefficients: Mapping[str, str]
    activity_id: UUID | None = None
    inputs: Mapping[str, str] | None = None


def try_asked(query: TryFormulaQuery) -> Trial:
    """Try what a caller asks for."""
    _refuse_unclear(query)
    formula = RewardFormula.objects.get_or_refuse(query.formula_id) if query.formula_id else None
    kind = formula.activity_type if formula else query.activity_type
    saved: Any = query
    if query.expression is None and formula is not None:
        saved = formula.revision_numbered(query.revision)
    texts = FormulaTexts(
        expression=saved.expression or "", settings=saved.settings, coefficients=saved.coefficients
    )
    if faults := list(faults_of(kind, texts.expression, texts.settings, texts.coefficients)):
        raise FormulaInvalid(faults)
    if query.activity_id is not None:
        variables = find_activity(query.activity_id, kind).variables
    else:
        variables = read_inputs(kind, query.inputs or {})
    program_id = formula.program_id if formula else query.program_id
    considered = list_candidates(program_id, kind) if program_id else []
    return try_draft(draft_of_texts(texts, formula), query.now, variables, considered)


def _refuse_unclear(query: TryFormulaQuery) -> None:
    errors = {}
    if query.formula_id is None and query.expression is None:
        errors["expression"] = "give it, or a formulaId"
    if query.formula_id is None and not query.activity_type:
        errors["activityType"] = "give it, or a formulaId"
    if query.expression is not None and query.revision is not None:
        errors["revision"] = "has its own expression"
    if (query.activity_id is None) is (query.inputs is None):
        errors["activityId"] = "give it, or inputs"
    if errors:
        raise TryUnclear("", errors)
