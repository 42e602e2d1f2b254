"""One try of a formula, saved or not, for one activity or for typed values. Nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from foundation.records.refusals import Invalid, did_you_mean
from programs.activity_types import FormulaVariable, variables_of
from rewards.formula import Value
from rewards.formula.values import written
from rewards.formulas.calculation import decide, steps_of
from rewards.formulas.candidates import Candidate, Variables, list_candidates, prepare
from rewards.formulas.checking import (
    EXPRESSION,
    SETTINGS,
    WHERE,
    Fault,
    FormulaTexts,
    faults_of,
    read_input,
)
from rewards.formulas.commands import FormulaInvalid
from rewards.formulas.models import RewardFormula
from rewards.formulas.outcomes import Outcome, Result
from rewards.past_activities import PastActivity, past_activities

# What formulas are tried on: the variables of a stored activity, or values that staff type.


MAX_UNKNOWN = 20  # names: to look for what each might mean takes time


class InputsInvalid(Invalid):
    """A variable has no value that the language can write."""


class ActivityUnfit(Invalid):
    """The activity is of another type than the formula."""


def find_activity(activity_id: UUID, activity_type: str) -> PastActivity:
    """Return a stored activity of this type."""
    found = past_activities().find(activity_id)
    if found.variables.keys() != variables_of(activity_type).keys():
        raise ActivityUnfit
    return found


def read_inputs(activity_type: str, texts: Mapping[str, str]) -> dict[str, Value]:
    """Return the variables of a type, written as in the language; those left out are null."""
    known = variables_of(activity_type)
    faults = {
        name: f"unknown variable{did_you_mean(name, known)}"
        for name in sorted(texts.keys() - known.keys())[:MAX_UNKNOWN]
    }
    values: dict[str, Value] = dict.fromkeys(known)
    for name in known.keys() & texts.keys():
        try:
            values[name] = read_input(texts[name]) if texts[name].strip() else None
        except ValueError as fault:
            faults[name] = str(fault)
    if faults:
        raise InputsInvalid("", faults)
    return values


def written_inputs(variables: Mapping[str, Value | FormulaVariable]) -> dict[str, str]:
    """Return values, or the examples of variables, as texts that `read_inputs` reads."""
    return {
        name: written(value.example if isinstance(value, FormulaVariable) else value)
        for name, value in variables.items()
    }


NOT_SAVED = UUID(int=0)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """An active formula of the program: whether it decides, and why it does not."""

    formula_id: UUID
    name: str
    revision: int
    decides: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a draft gives for an activity.

    - `outcome`: what its expression gives, also if the formula is not for this activity; or the
      failure of its `__where`.
    - `why_not_suitable`: why the formula is not for this activity; empty: it is.
    - `trace`: the parts of the result, as they are stored with a reward.
    - `considered`: the active formulas of the program, in the order in which they are tried.
    """

    outcome: Outcome
    why_not_suitable: str = ""
    trace: Sequence[Mapping[str, Any]] = ()
    considered: Sequence[Considered] = ()

    @property
    def has_value(self) -> bool:
        """Whether the expression has a value, if only null or one that is no reward."""
        return self.outcome.failure is None or self.outcome.value is not None

    @property
    def fault(self) -> Fault | None:
        """Where the expression, or the `__where`, fails for the activity."""
        failure = self.outcome.failure
        if failure is None or self.has_value:
            return None
        is_where = failure.part == WHERE
        return Fault(
            field=SETTINGS if is_where else EXPRESSION,
            detail=f"the condition: {failure.detail}" if is_where else failure.detail,
            line=failure.position.line,
            column=failure.position.column,
        )

    @property
    def why_no_reward(self) -> str:
        """Why the value gives no reward; empty: it does, or there is none."""
        failure = self.outcome.failure
        if failure is None:
            return self.outcome.reason
        return failure.detail if self.has_value else ""


def try_asked(query: TryFormulaQuery) -> Trial:
    """Try what a caller asks for."""
    _refuse_unclear(query)
    formula = RewardFormula.objects.get_or_refuse(query.formula_id) if query.formula_id else None
    kind = formula.activity_type if formula else query.activity_type
    texts = _texts(query, formula)
    if faults := list(faults_of(kind, texts.expression, texts.settings, texts.coefficients)):
        raise FormulaInvalid(faults)
    if query.activity_id is not None:
        variables = find_activity(query.activity_id, kind).variables
    else:
        variables = read_inputs(kind, query.inputs or {})
    program_id = formula.program_id if formula else query.program_id
    considered = list_candidates(program_id, kind) if program_id else []
    return try_draft(draft_of_texts(texts, formula), query.now, variables, considered)


def draft_of_texts(texts: FormulaTexts, formula: RewardFormula | None = None) -> Candidate:
    """Return texts without faults as a draft of a formula, or of a new one."""
    return Candidate(
        formula_id=NOT_SAVED,
        name="",
        revision=prepare(0, texts.expression, texts.settings, texts.coefficients),
        valid_from=formula.valid_from if formula else None,
        valid_until=formula.valid_until if formula else None,
    )


def try_draft(
    draft: Candidate, on: datetime, variables: Variables, candidates: Sequence[Candidate] = ()
) -> Trial:
    """Try a draft for an activity of this moment, with these variables.

    :param candidates: the formulas of the program, of which the trial shows which one would decide.
    """
    considered = list(_considered(candidates, variables, on))
    why_not = draft.why_not(variables, on)
    if why_not and why_not.failure:
        return Trial(outcome=why_not, considered=considered)
    trial = Trial(
        outcome=draft.revision.calculated(variables),
        why_not_suitable=why_not.reason if why_not else "",
        considered=considered,
    )
    if not trial.has_value:
        return trial
    trace = draft.revision.formula.evaluation(variables).trace
    return replace(trial, trace=list(steps_of(trace)))


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


def _texts(query: TryFormulaQuery, formula: RewardFormula | None) -> FormulaTexts:
    saved: Any = query
    if query.expression is None and formula is not None:
        saved = formula.revision_numbered(query.revision)
    return FormulaTexts(
        expression=saved.expression or "", settings=saved.settings, coefficients=saved.coefficients
    )


def _considered(
    candidates: Sequence[Candidate], variables: Variables, on: datetime
) -> Iterator[Considered]:
    decision = decide(candidates, variables, on)
    reasons = [reason for _, reason in decision.passed_over]
    if decision.candidate is not None:
        reasons.append(_decides(decision.outcome))
    for place, candidate in enumerate(candidates):
        yield Considered(
            formula_id=candidate.formula_id,
            name=candidate.name,
            revision=candidate.revision.number,
            decides=candidate is decision.candidate,
            reason=reasons[place] if place < len(reasons) else "is not tried",
        )


def _decides(outcome: Outcome) -> str:
    if outcome.failure:
        return f"decides and fails: {outcome.failure}"
    none = "no reward, the formula gives none"
    return f"decides: {outcome if outcome.result is Result.REWARD else none}"
