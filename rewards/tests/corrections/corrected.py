"""Credited runs of a program whose formula was changed afterwards, and corrections of them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.factories import ActivityFactory, sport_data
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.corrections.commands import (
    OrderCorrectionCommand,
    StartCorrectionCommand,
    approve_correction,
    cancel_correction,
    request_correction,
    start_correction,
)
from rewards.limits.commands import put_limit
from rewards.models import (
    Balance,
    BalanceOperation,
    CorrectionRun,
    RewardCorrection,
    RewardFormula,
    RewardLimit,
)
from rewards.tests.factories import activate, active_formula, budget, change, limit_order

MAY, JUNE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
REASON = "The rate was wrong."


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """Activities of some kilometres, credited with 2 a kilometre, an hour apart in May."""

    formula: RewardFormula
    activities: list[Activity]

    @property
    def participant(self) -> Participant:
        return self.activities[0].participant


def credited_runs(
    *distances: str, participants: int = 1, program: MarketingProgram | None = None
) -> Runs:
    """Credit runs by a formula, one participant after the other."""
    program = program or MarketingProgramFactory.create()
    formula = active_formula(program_id=program.pk, expression="distance * 2", coefficients={})
    people = ParticipantFactory.create_batch(participants, program=program)
    activities = [
        ActivityFactory.create(
            participant=people[place % participants],
            data=sport_data(Distance=distance),
            created_on=MAY + timedelta(hours=place),
        )
        for place, distance in enumerate(distances)
    ]
    for activity in activities:
        calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="handler"))
    run_step("refill_balance")
    return Runs(formula=formula, activities=activities)


def cut_runs(most: int = 14) -> tuple[Runs, RewardLimit]:
    """Credit 10, 4 of 16, and 0 of 12."""
    program = MarketingProgramFactory.create()
    limit = budget(program.pk, most, period="Program")
    return credited_runs("5", "8", "6", program=program), limit


def raised(limit: RewardLimit, most: int) -> None:
    """Let a limit of `cut_runs` allow more."""
    order = limit_order(limit.program_id, most, scope="All", period="Program", limit_id=limit.pk)
    put_limit(order)


def changed(runs: Runs, expression: str = "distance * 3") -> Runs:
    """Change the formula, and make the change active."""
    change(runs.formula, expression=expression, now=JUNE)
    activate(runs.formula, now=JUNE)
    return runs


def preview_order(runs: Runs, **changes: Any) -> StartCorrectionCommand:
    return StartCorrectionCommand(
        **{
            "correction_id": uuid4(),
            "program_id": runs.formula.program_id,
            "activity_type": "SportActivity",
            "since": MAY,
            "before": JUNE,
            "by": Actor("ann"),
            "now": timezone.now(),
            **changes,
        }
    )


def previewed(runs: Runs, **changes: Any) -> RewardCorrection:
    """Return a correction whose preview is finished."""
    correction = start_correction(preview_order(runs, **changes))
    finish_jobs(RewardCorrection)
    correction.refresh_from_db()
    return correction


def order(
    correction: RewardCorrection, by: str = "ann", reason: str = ""
) -> OrderCorrectionCommand:
    return OrderCorrectionCommand(
        correction_id=correction.pk, by=Actor(by), now=timezone.now(), reason=reason
    )


def approved(correction: RewardCorrection) -> CorrectionRun:
    """Return the run of a correction that Ann requests and Bob approves."""
    request_correction(order(correction, reason=REASON))
    approve_correction(order(correction, "bob"))
    return correction.runs.get()


def finished(correction: RewardCorrection) -> RewardCorrection:
    """Request, approve and run a correction."""
    approved(correction)
    finish_jobs(CorrectionRun)
    correction.refresh_from_db()
    return correction


def staged(
    *, requested_by: str = "", is_run: bool = False, is_stopped: bool = False
) -> RewardCorrection:
    """Return a correction of one run that was found: previewed, requested, or with its run."""
    correction = previewed(changed(credited_runs("5")))
    if is_run:
        approved(correction)
    elif requested_by:
        request_correction(order(correction, requested_by, REASON))
    if is_stopped:
        cancel_correction(order(correction))
    return correction


def balances() -> list[int]:
    """Return what participants have, the least first."""
    return sorted(int(each) for each in Balance.objects.values_list("amount", flat=True))


def adjustments() -> list[int]:
    """Return what was added, in the order in which it was recorded."""
    found = BalanceOperation.objects.filter(type="Adjustment").order_by("recorded_on")
    return [int(each) for each in found.values_list("amount", flat=True)]
