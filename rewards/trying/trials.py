"""One try of a formula for one activity: the result, its trace, and who would decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from rewards.calculation import decide, steps_of
from rewards.candidates import Candidate, Variables, list_candidates, prepare
from rewards.checking import EXPRESSION, SETTINGS, WHERE, Fault
from rewards.outcomes import Outcome, Result
from rewards.typed import FormulaTexts

NOT_SAVED = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is tried: a formula's texts, and when they would be valid."""

    candidate: Candidate
    on: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TryFormulaQuery:
    """Which draft is tried for an activity with these variables.

    `program_id` None: nothing is said about the formulas of a program.
    """

    draft: Draft
    activity_type: str
    variables: Variables
    program_id: UUID | None = None


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

    - `why_not_suitable`: why the formula is not for this activity; empty: it is.
    - `outcome`: what its expression gives all the same, or the failure of its `__where`.
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
            detail=f"{WHERE}: {failure.detail}" if is_where else failure.detail,
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


def draft_of_texts(
    texts: FormulaTexts,
    on: datetime,
    *,
    name: str = "",
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
) -> Draft:
    """Return texts without faults as a draft that is tried at this moment."""
    revision = prepare(0, texts.expression, texts.settings, texts.coefficients)
    candidate = Candidate(
        formula_id=NOT_SAVED,
        name=name,
        revision=revision,
        valid_from=valid_from,
        valid_until=valid_until,
    )
    return Draft(candidate=candidate, on=on)


def try_formula(query: TryFormulaQuery) -> Trial:
    """Try a draft for an activity, also where the formula would not be for it."""
    draft, variables = query.draft, query.variables
    considered = list(_considered(query))
    why_not = draft.candidate.why_not(variables, draft.on)
    if why_not and why_not.failure:
        return Trial(outcome=why_not, considered=considered)
    revision = draft.candidate.revision
    trial = Trial(
        outcome=revision.calculated(variables),
        why_not_suitable=why_not.reason if why_not else "",
        considered=considered,
    )
    if not trial.has_value:
        return trial
    return replace(trial, trace=list(steps_of(revision.formula.evaluation(variables).trace)))


def _considered(query: TryFormulaQuery) -> Iterator[Considered]:
    if query.program_id is None:
        return
    candidates = list_candidates(query.program_id, query.activity_type)
    decision = decide(candidates, query.variables, query.draft.on)
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
    null = "no reward, the result is null"
    return f"decides: {outcome if outcome.result is Result.REWARD else null}"
