"""A program for a bench: participants with tasks, a formula, and the activities they send."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

TYPE = "SportActivity"
EXPRESSION = "distance * coeff('perKilometre')"
COEFFICIENTS = {"perKilometre": "2.5"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program of the new scheme, and an exercise of it."""

    program_id: UUID
    exercise_id: UUID
    participants: Sequence[UUID]


def make_program(participants: int) -> Program:
    """Make a program with a formula and so many participants, who have no tasks yet."""
    from programs.participants.models import Participant
    from programs.programs.models import Exercise, MarketingProgram

    program = MarketingProgram.objects.create(name="Bench")
    exercise = Exercise.objects.create(program=program, name="Run", activity_type=TYPE)
    people = [Participant(program=program) for _ in range(participants)]
    Participant.objects.bulk_create(people)
    _add_formula(program.pk)
    return Program(
        program_id=program.pk, exercise_id=exercise.pk, participants=[one.pk for one in people]
    )


def add_tasks(program: Program, each: int) -> None:
    """Give each participant so many tasks for any run."""
    from programs.tasks.models import ParticipantExerciseTask

    ParticipantExerciseTask.objects.bulk_create(
        ParticipantExerciseTask(
            participant_id=participant,
            exercise_id=program.exercise_id,
            activity_type=TYPE,
            criteria={"discipline": "running"},
        )
        for participant in program.participants
        for _ in range(each)
    )


def runs_of(program: Program, count: int) -> Iterator[dict[str, Any]]:
    """Yield so many bodies of callbacks, of one participant after the other."""
    for number in range(count):
        yield {
            "activityId": str(uuid4()),
            "userId": str(program.participants[number % len(program.participants)]),
            "trackerId": "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11",
            "provider": "Tracker",
            "discipline": "running",
            "startDate": "2026-05-17T09:30:00Z",
            "finishDate": "2026-05-17T10:30:00Z",
            "distance": 10 + number % 7,
            "timeInSeconds": 3600,
        }


def token_of_a_source() -> str:
    """Return a token that may send activities."""
    from django.contrib.auth.models import User

    from foundation.rest.roles import grant_role
    from foundation.rest.tokens import issue

    user, _ = User.objects.get_or_create(username="bench")
    grant_role(user, "activities.receive")
    return str(issue(user, timedelta(hours=2)))


def _add_formula(program_id: UUID) -> None:
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.activation.activating import ActivateFormulaCommand, activate_formula
    from rewards.formulas.commands import CreateFormulaCommand, create_formula

    formula_id, now = uuid4(), timezone.now()
    create_formula(
        CreateFormulaCommand(
            formula_id=formula_id,
            program_id=program_id,
            activity_type=TYPE,
            name="By distance",
            expression=EXPRESSION,
            coefficients=COEFFICIENTS,
            by=Actor("bench"),
            now=now,
        )
    )
    activate_formula(ActivateFormulaCommand(formula_id=formula_id, by=Actor("bench-2"), now=now))
