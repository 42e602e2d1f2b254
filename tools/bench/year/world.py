"""The year's program in the product: its commands do everything, with the clock of the seed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from tools.bench.year.crashes import killed_before
from tools.bench.year.facts import Operation, Run, Task
from tools.bench.year.founding import TYPE, Founding, data_of

if TYPE_CHECKING:
    from foundation.messaging.models import LongJob
    from rewards.balances.queries import BalanceAt

LANES = ("reward_and_apply", "calculate_reward", "apply_activity", "complete_task",
         "refill_balance", "take_back_reward")  # fmt: skip
KILLED = 0.3  # the share of the works in which the process is killed once
STATEMENTS = 30
ALL = 1000  # more portions than a job has


class World:
    """Calls the product's commands; some die on the way, or are done and repeated.

    `story` gets a line for each that dies, and before what.
    """

    def __init__(self, founding: Founding, chance: Random, story: list[str]) -> None:
        from programs.programs.models import MarketingProgram

        self.chance, self.story = chance, story
        self.program_id, self.exercise_id = founding.program_id, founding.exercise_id
        self.zone = chance.choice(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"])
        self.takes_back = chance.random() < 0.5
        MarketingProgram.objects.filter(pk=self.program_id).update(
            time_zone=self.zone, takes_back_rejected=self.takes_back
        )

    def new_id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128))

    def do(self, work: Callable[[], Any], *, is_repeatable: bool = True) -> str:
        """Run a command; return the refusal's code.

        At times a process was killed in it before; or, if it ended before the kill, it is repeated.
        """
        from foundation.records.refusals import Refusal

        is_done = False
        try:
            with self.perhaps_killed() as dies:
                if dies:
                    with transaction.atomic():
                        work()
                    is_done = True
            if is_repeatable or not is_done:
                with transaction.atomic():
                    work()
        except Refusal as refusal:
            return refusal.code
        return ""

    @contextmanager
    def perhaps_killed(self) -> Iterator[bool]:
        """Let the process die in the middle of the block, or not; yield whether it will."""
        if self.chance.random() >= KILLED:
            yield False
            return
        with killed_before(self.chance.randint(1, STATEMENTS), self.story):
            yield True

    def block(self, participant: UUID) -> None:
        from programs.participants.commands import (
            ChangeParticipantStateCommand,
            change_participant_state,
        )
        from programs.participants.models import ParticipantState

        command = ChangeParticipantStateCommand(
            participant_id=participant, state=ParticipantState.BLOCKED
        )
        self.do(lambda: change_participant_state(command))

    def put_task(self, task: Task) -> None:
        from programs.putting import put
        from programs.tasks.commands import (
            ParticipantExerciseTasks,
            PutParticipantExerciseTaskCommand,
        )

        command = PutParticipantExerciseTaskCommand(
            task_id=task.task_id,
            participant_id=task.participant,
            exercise_id=self.exercise_id,
            criteria=_criteria_of(task),
            finishes_on=task.finishes_on,
            now=task.created_on,
        )
        self.do(lambda: put(ParticipantExerciseTasks, command))

    def assign(self, task: Task, segment: str, listed: Sequence[UUID]) -> None:
        """Give a task of this kind to the participants of a segment, or to those of a list."""
        from foundation.records.audit import Actor
        from programs.tasks.assigning import AssignTaskCommand, assign_task
        from programs.tasks.segments import Segment

        segments = {
            "active": Segment(state="Active"),
            "blocked": Segment(state="Blocked"),
            "completed": Segment(completed_exercise_id=self.exercise_id),
            "not completed": Segment(not_completed_exercise_id=self.exercise_id),
        }
        command = AssignTaskCommand(
            assignment_id=task.task_id,
            exercise_id=self.exercise_id,
            criteria=_criteria_of(task),
            finishes_on=task.finishes_on,
            segment=segments.get(segment, Segment()),
            participant_ids=list(map(str, listed)) if segment == "list" else None,
            by=Actor("ann"),
            now=task.created_on,
        )
        self.do(lambda: assign_task(command))

    def finishes_assignment(self, job_id: UUID) -> bool:
        """Work on an assignment; return whether it is over, or its worker died."""
        from programs.tasks.models import TaskAssignment

        self.work(TaskAssignment, job_id, ALL)
        return TaskAssignment.objects.get(pk=job_id).is_over

    def work(self, model: "type[LongJob]", job_id: UUID, portions: int) -> None:
        """Do so many portions of a job, or fewer, if the worker dies: then it has the job yet.

        Nothing happens to a job that is over.
        """
        with self.perhaps_killed() as dies:
            if dies:
                self._do_portions(model, job_id, portions)
        self._do_portions(model, job_id, portions)

    def _do_portions(self, model: "type[LongJob]", job_id: UUID, portions: int) -> None:
        from foundation.messaging import jobs

        with suppress(jobs.ClaimLost):
            for number, _ in enumerate(jobs.portions(model, job_id, self.new_id()), start=1):
                if number == portions:
                    return

    def receive(self, run: Run, now: datetime) -> str:
        from activities.receiving.commands import CreateActivityCommand, receive_activity

        command = CreateActivityCommand(
            activity_id=run.activity_id,
            participant_id=run.participant,
            activity_type=TYPE,
            activity_data=data_of(run),
            source="callback",
            now=now,
        )
        return self.do(lambda: receive_activity(command))

    def run_steps(self) -> None:
        """Run the steps that wait; workers die on the way, and others go on."""
        from foundation.messaging.models import OutboxLane
        from foundation.messaging.outbox.drain import drain

        for lane in LANES:
            with self.perhaps_killed() as dies:
                if dies:
                    drain(f"handler:activities.{lane}")
            if dies:
                OutboxLane.objects.update(leased_until=None)  # the dead worker's lease ends
            drain(f"handler:activities.{lane}")

    def adjust(self, operation: Operation, now: datetime) -> str:
        from foundation.records.audit import Actor
        from rewards.balances.commands import AdjustBalanceCommand, adjust_balance

        command = AdjustBalanceCommand(
            balance_id=operation.participant,
            operation_id=operation.operation_id,
            amount=operation.amount,
            reason="Measured twice.",
            by=Actor("ann"),
            now=now,
            activity_id=operation.source,
        )
        return self.do(lambda: adjust_balance(command))

    def settle(self, activity_id: UUID, decision: str, now: datetime) -> str:
        from activities.claims.commands import ClaimDecision, SettleClaimCommand, settle_claim
        from activities.models import RewardClaim
        from foundation.records.audit import Actor

        claim = RewardClaim.objects.get(activity=activity_id, state="Open")
        command = SettleClaimCommand(
            claim_id=claim.pk, decision=ClaimDecision(decision), by=Actor("ann"), now=now
        )
        return self.do(lambda: settle_claim(command))

    def balance(self, participant: UUID, at: datetime | None = None) -> "BalanceAt":
        from rewards.balances.queries import get_balance

        return get_balance(participant, at)


def _criteria_of(task: Task) -> dict[str, Decimal]:
    return {"minDistance": task.least, "maxDistance": task.most}
