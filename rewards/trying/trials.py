"""One try of a formula for one activity: the result, its trace, and who would decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from rewards.calculation import RewardFailed, amount_by, steps_of
from rewards.candidates import Candidate, Variables, list_candidates, prepare
from rewards.checking import EXPRESSION, SETTINGS, WHERE, Fault
from rewards.formula import FormulaRunError, Value
from rewards.formula.values import kind
from rewards.rounding import is_reward, rounded
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
    - `fault`: where the expression, or the `__where`, fails for it.
    - `value`, `trace`: the result and its parts, as they are stored with a reward.
    - `reward`: the rounded result; None: `why_no_reward` says why there is none.
    - `considered`: the active formulas of the program, in the order in which they are tried.
    """

    why_not_suitable: str = ""
    fault: Fault | None = None
    value: Value = None
    trace: Sequence[Mapping[str, Any]] = ()
    reward: Decimal | None = None
    why_no_reward: str = ""
    considered: Sequence[Considered] = ()


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
    try:
        why_not = draft.candidate.why_not(variables, draft.on)
    except FormulaRunError as error:
        return Trial(fault=fault_of(SETTINGS, error), considered=considered)
    try:
        found = draft.candidate.revision.formula.evaluation(variables)
    except FormulaRunError as error:
        fault = fault_of(EXPRESSION, error)
        return Trial(why_not_suitable=why_not, fault=fault, considered=considered)
    reward, why_no_reward = reward_of(found.value)
    return Trial(
        why_not_suitable=why_not,
        value=found.value,
        trace=list(steps_of(found.trace)),
        reward=reward,
        why_no_reward=why_no_reward,
        considered=considered,
    )


def reward_of(value: Value) -> tuple[Decimal | None, str]:
    """Return the reward that a result gives; else None, and why it gives none."""
    if value is None:
        return None, "the result is null"
    if not isinstance(value, Decimal):
        return None, f"the result is {kind(value)}, not a number"
    reward = rounded(value)
    return (reward, "") if is_reward(reward) else (None, "a reward is from 0 to less than 10^15")


def fault_of(field: str, error: FormulaRunError) -> Fault:
    """Return a failure with the text in which it is."""
    detail = f"{WHERE}: {error.detail}" if field == SETTINGS else error.detail
    return Fault(field=field, detail=detail, line=error.position.line, column=error.position.column)


def _considered(query: TryFormulaQuery) -> Iterator[Considered]:
    if query.program_id is None:
        return
    is_decided = False
    for candidate in list_candidates(query.program_id, query.activity_type):
        decides, reason = (False, "is not tried") if is_decided else _standing(candidate, query)
        is_decided = is_decided or decides
        yield Considered(
            formula_id=candidate.formula_id,
            name=candidate.name,
            revision=candidate.revision.number,
            decides=decides,
            reason=reason,
        )


def _standing(candidate: Candidate, query: TryFormulaQuery) -> tuple[bool, str]:
    """Say whether a formula decides, and what follows; a failing one decides that there is none."""
    variables, on = query.variables, query.draft.on
    try:
        if why_not := candidate.why_not(variables, on):
            return False, why_not
        reward, why_not = reward_of(amount_by([candidate], variables, on))
    except FormulaRunError as error:
        return True, f"decides and fails: {WHERE}, {error}"
    except RewardFailed as failure:
        return True, f"decides and fails: {failure}"
    return True, f"decides: no reward, {why_not}" if reward is None else f"decides: {reward:f}"
