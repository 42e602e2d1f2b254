"""What would formulas give? The one answer, whatever it is asked of; nothing is written.

Values come from what staff type, stored activities, golden examples (`examples.py`) or samples
(`samples.py`). Asked are one revision as if it were valid (`Tried`), a draft beside the formulas
that are active (`Trial`), or formulas of several sides, in portions (`outcomes_in_time`).
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

import structlog

from foundation.messaging.jobs import RowPosition
from foundation.messaging.models import LongJob
from foundation.records.refusals import Invalid
from foundation.records.texts import UNFORESEEN
from programs.activity_types import FormulaVariable, variables_of
from rewards.formula import Value
from rewards.formula.sentences import TraceStep
from rewards.formula.values import ZERO, written
from rewards.formulas import checking
from rewards.formulas.calculation import decide
from rewards.formulas.candidates import (
    NOT_SAVED,
    Candidate,
    Revision,
    TriedFormula,
    Variables,
    prepare,
)
from rewards.formulas.checking import Fault, FormulaTexts, faults_of_inputs
from rewards.formulas.models import RewardFormula
from rewards.formulas.outcomes import Outcome, Result
from rewards.past_activities import ActivityPeriod, PastActivity, past_activities

log = structlog.get_logger(__name__)

# Where the values come from.


MAX_FAULTS = 20  # to look for what an unknown name might mean takes time
MAX_PAST = 200


class InputsInvalid(Invalid):
    """A variable has no value that the language can write."""


class ActivityUnfit(Invalid):
    """The activity is of another type than the formula."""


def read_inputs(activity_type: str, texts: Mapping[str, str]) -> dict[str, Value]:
    """Return the variables of a type, written as in the language; those left out are null."""
    known = variables_of(activity_type)
    given = {name: text for name, text in texts.items() if name not in known or text.strip()}
    if faults := dict(islice(faults_of_inputs(given, known), MAX_FAULTS)):
        raise InputsInvalid("", faults)
    return {**dict.fromkeys(known), **checking.read_inputs(given)}


def written_inputs(variables: Mapping[str, Value | FormulaVariable]) -> dict[str, str]:
    """Return values, or the examples of variables, as texts that `read_inputs` reads."""
    return {
        name: written(value.example if isinstance(value, FormulaVariable) else value)
        for name, value in variables.items()
    }


def find_activity(activity_id: UUID, activity_type: str) -> PastActivity:
    """Return a stored activity of this type."""
    found = past_activities().find(activity_id)
    if found.variables.keys() != variables_of(activity_type).keys():
        raise ActivityUnfit
    return found


def newest_variables(formula: RewardFormula) -> list[Variables]:
    """Return the variables of the last activities that a formula is for."""
    newest = past_activities().newest(formula.program_id, formula.activity_type, MAX_PAST)
    return [each.variables for each in newest if not each.why_not_calculated]


# One revision, as if it were valid.


@dataclass(frozen=True, slots=True)
class Tried:
    """Values of variables, and what a revision gives for them."""

    row: Mapping[str, Any]
    outcome: Outcome

    @property
    def inputs(self) -> dict[str, str]:
        """The values as texts of the language."""
        return written_inputs(self.row)

    @property
    def amount(self) -> Decimal:
        """The amount before rounding; 0: there is none."""
        return self.outcome.amount or ZERO


def tried(revision: Revision, row: Mapping[str, Any]) -> Tried:
    """Return what a revision gives for these values."""
    return Tried(row, revision.outcome(row))


# A draft beside the active formulas.


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered(TriedFormula):
    """An active formula of the program: whether it decides, and why it does not."""

    decides: bool


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
    trace: Sequence[TraceStep] = ()
    considered: Sequence[Considered] = ()

    @property
    def fault(self) -> Fault | None:
        """Where the expression, or the `__where`, fails for the activity."""
        failure = self.outcome.failure
        return None if failure is None or self.outcome.has_value else failure.fault

    @property
    def why_no_reward(self) -> str:
        """Why the value gives no reward; empty: it does, or there is none."""
        if self.outcome.failure is None:
            return self.outcome.reason
        return self.outcome.failure.detail if self.outcome.has_value else ""


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
    why_not = draft.why_not(variables, on)
    fails = why_not is not None and why_not.failure is not None
    outcome = why_not if why_not and fails else draft.revision.calculated(variables)
    return Trial(
        outcome=outcome,
        why_not_suitable=why_not.reason if why_not and not fails else "",
        trace=draft.revision.trace(variables) if outcome.has_value else (),
        considered=list(_considered(candidates, variables, on)),
    )


def _considered(
    candidates: Sequence[Candidate], variables: Variables, on: datetime
) -> Iterator[Considered]:
    decision = decide(candidates, variables, on)
    reasons = [each.reason for each in decision.passed_over]
    reasons.append(_decides(decision.outcome))
    for place, candidate in enumerate(candidates):
        yield Considered(
            formula_id=candidate.formula_id,
            name=candidate.name,
            revision=candidate.revision.number,
            reason=reasons[place] if place < len(reasons) else "is not tried",
            decides=candidate is decision.candidate,
        )


def _decides(outcome: Outcome) -> str:
    if outcome.failure:
        return f"decides and fails: {outcome.failure}"
    none = "no reward, the formula gives none"
    return f"decides: {outcome if outcome.result is Result.REWARD else none}"


# Formulas of several sides, for a job's activities.


PAGE = 500  # activities that are read at once: a fraction of a second on a busy machine too
PORTION_SECONDS = 0.25  # then what was found is stored, and a cancelled job stops

Page = Sequence[tuple[PastActivity, Sequence[Outcome]]]


def outcomes_in_time(
    job: LongJob, period: ActivityPeriod, *sides: Sequence[Candidate]
) -> Iterator[Page]:
    """Yield a portion of a job: its next activities with what each side gives, page by page.

    Behind the last activity a page is empty. By slow formulas only those activities are calculated
    that there is time for. The job's position is behind the page.
    """
    until = time.monotonic() + PORTION_SECONDS
    if job.total is None:
        job.total = past_activities().count(period)
    while page := _asked(job, period, sides, until + PORTION_SECONDS):
        job.position = page[-1][0].position.as_json()
        job.done += len(page)
        yield page
        if time.monotonic() > until:
            return
    yield page


def _asked(
    job: LongJob, period: ActivityPeriod, sides: Sequence[Sequence[Candidate]], latest: float
) -> Page:
    found = []
    for past in past_activities().page(period, RowPosition.of(job), PAGE):
        found.append((past, [outcome_for(side, past) for side in sides]))
        if time.monotonic() > latest:
            break
    return found


def outcome_for(candidates: Sequence[Candidate], past: PastActivity) -> Outcome:
    """Return what an activity gets by these formulas."""
    if past.why_not_calculated:
        return Outcome(result=Result.NO_REWARD, reason=past.why_not_calculated)
    try:
        return decide(candidates, past.variables, past.created_on).outcome
    # A fault of ours is this activity's: the others are compared.
    except Exception:
        log.exception("activity_not_compared", activity_id=str(past.activity_id))
        return Outcome(result=Result.FAILED, reason=UNFORESEEN)
