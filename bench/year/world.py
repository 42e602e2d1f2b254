"""The year's program in the product: its commands do everything, with the clock of the seed."""

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from bench.year.crashes import killed_before
from bench.year.formulas import Rule
from bench.year.model import Limit, Operation, Run, Task

if TYPE_CHECKING:
    from rewards.statements import BalanceAt

TYPE = "SportActivity"
TRACKER = "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11"
LANES = ("reward_and_apply", "calculate_reward", "apply_activity", "complete_task",
         "refill_balance", "take_back_reward")  # fmt: skip
KILLED = 0.3  # the share of the works in which the process is killed once
STATEMENTS = 30


class World:
    """Calls the product's commands; some die on the way, or are done and repeated."""

    def __init__(self, chance: Random) -> None:
        from programs.models import Exercise, MarketingProgram

        self.chance = chance
        self.program_id, self.exercise_id = self.new_id(), self.new_id()
        self.zone = chance.choice(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"])
        self.takes_back = chance.random() < 0.5
        MarketingProgram.objects.create(
            pk=self.program_id,
            name="Year",
            time_zone=self.zone,
            takes_back_rejected=self.takes_back,
        )
        Exercise.objects.create(
            pk=self.exercise_id, program_id=self.program_id, name="Run", activity_type=TYPE
        )

    def new_id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128))

    def do(self, work: Callable[[], Any]) -> str:
        """Run a command, perhaps after a process was killed in it; return the refusal's code."""
        from records.refusals import Refusal

        try:
            if self.chance.random() < KILLED:
                with killed_before(self.chance.randint(1, STATEMENTS)), transaction.atomic():
                    work()
            with transaction.atomic():
                work()
        except Refusal as refusal:
            return refusal.code
        return ""

    def add_participant(self) -> UUID:
        from programs.commands.participants import Participants, PutParticipantCommand
        from programs.commands.putting import put

        participant = self.new_id()
        command = PutParticipantCommand(participant_id=participant, program_id=self.program_id)
        self.do(lambda: put(Participants, command))
        return participant

    def block(self, participant: UUID) -> None:
        from programs.commands.participants import (
            ChangeParticipantStateCommand,
            change_participant_state,
        )
        from programs.models import ParticipantState

        command = ChangeParticipantStateCommand(
            participant_id=participant, state=ParticipantState.BLOCKED
        )
        self.do(lambda: change_participant_state(command))

    def put_task(self, task: Task, now: datetime) -> None:
        from programs.commands.putting import put
        from programs.commands.tasks import (
            ParticipantExerciseTasks,
            PutParticipantExerciseTaskCommand,
        )

        command = PutParticipantExerciseTaskCommand(
            task_id=task.task_id,
            participant_id=task.participant,
            exercise_id=self.exercise_id,
            criteria={"minDistance": task.least, "maxDistance": task.most},
            finishes_on=task.place[1],
            now=now,
        )
        self.do(lambda: put(ParticipantExerciseTasks, command))

    def save_formula(self, rule: Rule, now: datetime, *, is_new: bool) -> None:
        from records.audit import Actor
        from rewards.commands.formulas import (
            ChangeFormulaCommand,
            CreateFormulaCommand,
            change_formula,
            create_formula,
        )

        common: Any = {"formula_id": rule.formula_id, "by": Actor("ann"), "now": now, **rule.texts}
        if not is_new:
            self.do(lambda: change_formula(ChangeFormulaCommand(**common)))
            return
        command = CreateFormulaCommand(
            program_id=self.program_id,
            activity_type=TYPE,
            name="A formula",
            valid_from=rule.valid_from,
            valid_until=rule.valid_until,
            **common,
        )
        self.do(lambda: create_formula(command))

    def activate(self, formula_id: UUID, now: datetime) -> str:
        """Make the last revision active: requested by one, approved by another, or at once."""
        from records.audit import Actor
        from rewards.commands.activating import ActivateFormulaCommand, activate_formula
        from rewards.commands.activation_requests import (
            ApproveActivationCommand,
            RequestActivationCommand,
            approve_activation,
            request_activation,
        )
        from rewards.models import FormulaActivation, RewardFormula

        if self.chance.random() < 0.5:
            direct = ActivateFormulaCommand(formula_id=formula_id, by=Actor("bob"), now=now)
            return self.do(lambda: activate_formula(direct))
        asked = RequestActivationCommand(formula_id=formula_id, by=Actor("ann"), now=now)
        if refused := self.do(lambda: request_activation(asked)):
            return refused
        request = FormulaActivation.objects.waiting().get(formula=formula_id)
        number = RewardFormula.objects.get(pk=formula_id).revision.number
        approval = ApproveActivationCommand(
            formula_id=formula_id, activation_id=request.pk, number=number, by=Actor("bob"), now=now
        )
        return self.do(lambda: approve_activation(approval))

    def put_limit(self, limit: Limit, now: datetime) -> None:
        from records.audit import Actor
        from rewards.commands.limits import PutLimitCommand, put_limit

        command = PutLimitCommand(
            limit_id=limit.limit_id,
            program_id=self.program_id,
            scope="All" if limit.is_budget else "Participant",
            period=limit.period,
            unit=limit.unit,
            most=limit.most,
            by=Actor("ann"),
            now=now,
        )
        self.do(lambda: put_limit(command))

    def remove_limit(self, limit_id: UUID) -> None:
        from records.audit import Actor
        from rewards.commands.limits import RemoveLimitCommand, remove_limit

        command = RemoveLimitCommand(limit_id=limit_id, by=Actor("ann"))
        self.do(lambda: remove_limit(command))

    def receive(self, run: Run, now: datetime) -> str:
        from activities.commands.receiving import CreateActivityCommand, receive_activity

        command = CreateActivityCommand(
            activity_id=run.activity_id,
            participant_id=run.participant,
            activity_type=TYPE,
            activity_data={
                "TrackerId": TRACKER,
                "Discipline": "Run",
                "StartDate": "2026-05-17T06:00:00Z",
                "FinishDate": "2026-05-17T07:00:00Z",
                "Distance": f"{run.distance:f}",
                "RefereeingSystemCheckState": "Accepted" if run.is_accepted else "Rejected",
            },
            source="callback",
            now=now,
        )
        return self.do(lambda: receive_activity(command))

    def run_steps(self) -> None:
        """Run the steps that wait; workers die on the way, and others go on."""
        from messaging.models import OutboxLane
        from messaging.outbox.drain import drain

        for lane in LANES:
            if self.chance.random() < KILLED:
                with killed_before(self.chance.randint(1, STATEMENTS)):
                    drain(f"handler:activities.{lane}")
                OutboxLane.objects.update(busy_until=None)  # the dead worker's lease ends
            drain(f"handler:activities.{lane}")

    def adjust(self, operation: Operation, now: datetime) -> str:
        from records.audit import Actor
        from rewards.commands.balances import AdjustBalanceCommand, adjust_balance

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
        from activities.commands.claiming import ClaimDecision, SettleClaimCommand, settle_claim
        from activities.models import RewardClaim
        from records.audit import Actor

        claim = RewardClaim.objects.get(activity=activity_id, state="Open")
        command = SettleClaimCommand(
            claim_id=claim.pk, decision=ClaimDecision(decision), by=Actor("ann"), now=now
        )
        return self.do(lambda: settle_claim(command))

    def balance(self, participant: UUID, at: datetime | None = None) -> "BalanceAt":
        from rewards.statements import get_balance

        return get_balance(participant, at)
