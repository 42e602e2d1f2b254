"""A program about which participants ask support, and in which marketing plans."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from activities.commands.receiving import CreateActivityCommand, create_activity
from activities.commands.rewarding import CalculateRewardCommand, calculate_reward
from activities.commands.settling import SkipActivityCommand, skip_activity
from programs.models import Exercise, MarketingProgram, Participant, ParticipantExerciseTask
from records.audit import Actor
from rewards.commands.activating import ActivateFormulaCommand, activate_formula
from rewards.commands.formulas import CreateFormulaCommand, create_formula

AUTHOR = Actor("maria")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What the tasks begin with: ids and names that staff know."""

    program: str
    exercise: str
    open_task: str
    long_run: str
    short_run: str
    formula: str
    other_draft: str


def give_explained(again: str, now: datetime) -> Explained:
    """Make a program with two runs, a task that neither met, and a draft beside its formula."""
    program = MarketingProgram.objects.create(name=f"Miles of the harbour{again}")
    exercise = Exercise.objects.create(
        program=program, name="Run 20 km", activity_type="SportActivity"
    )
    names = [f"Far runs{again}", f"Sunday runs{again}"]
    formula, _ = (_formula(program, name, now) for name in names)
    activate_formula(ActivateFormulaCommand(formula_id=formula, by=AUTHOR, now=now))
    people = [Participant.objects.create(program=program) for _ in range(2)]
    runs = [_run(people[0], distance, now) for distance in ("10.5", "3")]
    task = ParticipantExerciseTask.objects.create(
        participant=people[0],
        exercise=exercise,
        activity_type="SportActivity",
        criteria={"minDistance": "20"},
    )
    return Explained(
        program=program.name,
        exercise=exercise.name,
        open_task=str(task.pk),
        long_run=runs[0],
        short_run=runs[1],
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


def _run(participant: Participant, distance: str, now: datetime) -> str:
    """Store a run that is rewarded and skipped; return its id."""
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
    calculate_reward(CalculateRewardCommand(activity_id=key))
    skip_activity(SkipActivityCommand(activity_id=key))
    return str(key)
