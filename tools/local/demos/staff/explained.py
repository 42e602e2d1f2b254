"""A program about which participants ask support, and in which marketing plans."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from activities.models import Activity
from activities.receiving.commands import (
    CreateActivityCommand,
    UpdateActivityDataCommand,
    create_activity,
    update_activity_data,
)
from activities.settling.applying import SkipActivityCommand, skip_activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.balances.commands import RefillBalanceCommand, refill_balance
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.models import OperationSource

AUTHOR = Actor("maria")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What the tasks begin with: ids and names that staff know."""

    program: str
    exercise: str
    runner: str
    open_task: str
    long_run: str
    short_run: str
    formula: str
    other_draft: str


def give_explained(again: str, now: datetime) -> Explained:
    """Make a program with two runs, a task that neither met, and a draft beside its formula.

    A third run was rejected after it was credited, and the formula was changed after all of them.
    """
    program = MarketingProgram.objects.create(name=f"Miles of the harbour{again}")
    exercise = Exercise.objects.create(
        program=program, name="Run 20 km", activity_type="SportActivity"
    )
    names = [f"Far runs{again}", f"Sunday runs{again}"]
    formula, _ = (_formula(program, name, now) for name in names)
    activate_formula(ActivateFormulaCommand(formula_id=formula, by=AUTHOR, now=now))
    people = [Participant.objects.create(program=program) for _ in range(2)]
    runs = [give_run(people[0], distance, now) for distance in ("10.5", "3")]
    _reject(give_run(people[1], "8", now))
    change_formula(
        ChangeFormulaCommand(formula_id=formula, coefficients={"rate": "3"}, by=AUTHOR, now=now)
    )
    activate_formula(ActivateFormulaCommand(formula_id=formula, by=AUTHOR, now=now))
    task = ParticipantExerciseTask.objects.create(
        participant=people[0],
        exercise=exercise,
        activity_type="SportActivity",
        criteria={"minDistance": "20"},
    )
    return Explained(
        program=program.name,
        exercise=exercise.name,
        runner=str(people[0].pk),
        open_task=str(task.pk),
        long_run=str(runs[0].pk),
        short_run=str(runs[1].pk),
        formula=names[0],
        other_draft=names[1],
    )


def _formula(program: MarketingProgram, name: str, now: datetime) -> Any:
    formula_id = uuid4()
    create_formula(
        CreateFormulaCommand(
            formula_id=formula_id,
            program_id=program.pk,
            activity_type="SportActivity",
            name=name,
            expression="distance * coeff('rate')",
            coefficients={"rate": "2.5"},
            by=AUTHOR,
            now=now,
        )
    )
    return formula_id


def give_run(participant: Participant, distance: str, now: datetime) -> Activity:
    """Store a run that is rewarded, credited if it has a reward, and skipped."""
    begin = "2026-05-17T06:00:00Z"
    data = {
        "TrackerId": str(uuid4()),
        "Provider": "Tracker",
        "Discipline": "running",
        "StartDate": begin,
        "FinishDate": "2026-05-17T06:57:45Z",
        "Distance": distance,
        "TimeInSeconds": "3465",
        "RefereeingSystemCheckState": "Accepted",
    }
    key = uuid4()
    create_activity(
        CreateActivityCommand(
            now=now,
            activity_id=key,
            participant_id=participant.pk,
            activity_data=data,
            activity_type="SportActivity",
        )
    )
    run = calculate_reward(CalculateRewardCommand(activity_id=key))
    if run.reward is not None:
        refill_balance(
            RefillBalanceCommand(
                balance_id=participant.pk,
                operation_id=key,
                source=OperationSource.ACTIVITY,
                source_id=key,
                amount=run.reward,
                now=now,
            )
        )
    skip_activity(SkipActivityCommand(activity_id=key))
    return run


def _reject(run: Activity) -> None:
    update_activity_data(
        UpdateActivityDataCommand(
            activity_id=run.pk,
            activity_data={**run.data, "RefereeingSystemCheckState": "Rejected"},
            activity_type=run.type,
        )
    )
