"""The year's corrections in the product: its commands, and the workers that do their jobs."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from tools.bench.year.corrections import Correction
from tools.bench.year.founding import TYPE
from tools.bench.year.world import World

if TYPE_CHECKING:
    from foundation.messaging.models import LongJob

ORDERS = {
    "request": "request_correction",
    "approve": "approve_correction",
    "run_again": "run_correction_again",
    "cancel": "cancel_correction",
}


def start(world: World, correction: Correction, now: datetime) -> str:
    """Start a preview; return the refusal's code."""
    from foundation.records.audit import Actor
    from rewards.corrections.commands import StartCorrectionCommand, start_correction

    command = StartCorrectionCommand(
        includes_changed_data=True,  # as the model, which keeps no old data
        correction_id=correction.correction_id,
        program_id=world.program_id,
        activity_type=TYPE,
        since=correction.since,
        before=correction.before,
        formula_id=correction.formula,
        participants=sorted(correction.participants),
        by=Actor("ann"),
        now=now,
    )
    return world.do(lambda: start_correction(command))


def order(world: World, name: str, correction_id: UUID, by: str, why: str, now: datetime) -> str:
    """Order something about a correction; return the refusal's code."""
    from foundation.records.audit import Actor
    from rewards.corrections import commands as corrections

    command = corrections.OrderCorrectionCommand(
        correction_id=correction_id, by=Actor(by), now=now, reason=why
    )
    do = getattr(corrections, ORDERS[name])
    # A request that was cancelled leaves a preview, of which there is nothing to cancel.
    return world.do(lambda: do(command), is_repeatable=name != "cancel")


def work(world: World, correction_id: UUID, portions: int) -> tuple[int, str]:
    """Do so many portions of the job that is under way, or fewer, if the worker dies.

    Return how much the job has done now, and its state.
    """

    job = job_of(correction_id)
    before = job.done
    world.work(type(job), job.pk, portions)
    job = job_of(correction_id)
    return job.done - before, job.state


def job_of(correction_id: UUID) -> "LongJob":
    """Return the last run of a correction, or its preview."""
    from rewards.models import RewardCorrection

    correction = RewardCorrection.objects.get(pk=correction_id)
    run: LongJob | None = correction.last_run
    return run or correction
