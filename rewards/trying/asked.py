"""What a caller asks to be tried: saved or unsaved texts, for an activity or for values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from records.refusals import Invalid
from rewards.candidates import Variables
from rewards.checking import faults_of
from rewards.commands.formulas import FormulaInvalid
from rewards.models import RewardFormula
from rewards.queries import get_formula
from rewards.trying.inputs import find_activity, read_inputs
from rewards.trying.trials import Draft, Trial, TryFormulaQuery, draft_of_texts, try_formula
from rewards.typed import FormulaTexts


class TryUnclear(Invalid):
    """It is not clear what is to be tried, or for which activity."""

    code = "try-unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class TryAskedQuery:
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


def try_asked(query: TryAskedQuery) -> Trial:
    """Try what is asked; nothing is written.

    :raises TryUnclear: neither texts nor a formula, or not exactly one of activity and inputs.
    :raises RewardFormulaNotFound: no such formula or revision.
    :raises ActivityTypeUnknown: no such type.
    :raises FormulaInvalid: a text cannot be read.
    :raises InputsInvalid: an input cannot be read.
    :raises Refusal: no such activity, or it is of another type.
    """
    _refuse_unclear(query)
    formula = get_formula(query.formula_id) if query.formula_id else None
    kind = formula.activity_type if formula else query.activity_type
    return try_formula(
        TryFormulaQuery(
            draft=_draft(query, formula, kind),
            activity_type=kind,
            variables=_variables(query, kind),
            program_id=formula.program_id if formula else query.program_id,
        )
    )


def _refuse_unclear(query: TryAskedQuery) -> None:
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


def _draft(query: TryAskedQuery, formula: RewardFormula | None, kind: str) -> Draft:
    texts = _texts(query, formula)
    faults = list(faults_of(kind, texts.expression, texts.settings, texts.coefficients))
    if faults:
        raise FormulaInvalid(faults)
    if formula is None:
        return draft_of_texts(texts, query.now)
    return draft_of_texts(
        texts, query.now, valid_from=formula.valid_from, valid_until=formula.valid_until
    )


def _texts(query: TryAskedQuery, formula: RewardFormula | None) -> FormulaTexts:
    if query.expression is not None or formula is None:
        return FormulaTexts(
            expression=query.expression or "",
            settings=query.settings,
            coefficients=query.coefficients,
        )
    saved = formula.revision_numbered(query.revision)
    return FormulaTexts(
        expression=saved.expression, settings=saved.settings, coefficients=saved.coefficients
    )


def _variables(query: TryAskedQuery, kind: str) -> Variables:
    if query.activity_id is not None:
        return find_activity(query.activity_id, kind).variables
    return read_inputs(kind, query.inputs or {})
