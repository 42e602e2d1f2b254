"""Queries about programs, their participants and tasks."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from programs.activity_types import criteria_of
from programs.models import (
    Exercise,
    MarketingProgram,
    Participant,
    ParticipantExerciseTask,
    TaskQuerySet,
    owner_span,
)
from records.versioned import VersionedQuerySet


def find_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any]
) -> ParticipantExerciseTask | None:
    """Return the participant's first free task that suits an activity with these facts.

    The first is the one that finishes soonest, then the oldest. The index `task_suitable` stops
    there.
    """
    free = ParticipantExerciseTask.objects.free().filter(
        owner_span__contains=owner_span(participant_id, activity_type),
        participant=participant_id,
        activity_type=activity_type,
    )
    ways = criteria_of(activity_type).conditions(facts)
    found = [task for way in ways if (task := free.filter(way).in_turn().first()) is not None]
    return min(found, key=_turn, default=None)


def _turn(task: ParticipantExerciseTask) -> tuple[bool, Any, Any]:
    return task.finishes_on is None, task.finishes_on or task.created_on, task.created_on


def get_marketing_program(program_id: UUID) -> MarketingProgram:
    """Return a program.

    :raises MarketingProgramNotFound: no such program.
    """
    return MarketingProgram.objects.get_or_refuse(program_id)


def list_marketing_programs() -> VersionedQuerySet[MarketingProgram]:
    """Return all programs."""
    return MarketingProgram.objects.all()


def get_participant(participant_id: UUID) -> Participant:
    """Return a participant.

    :raises ParticipantNotFound: no such participant.
    """
    return Participant.objects.get_or_refuse(participant_id)


def list_participants() -> VersionedQuerySet[Participant]:
    """Return all participants."""
    return Participant.objects.all()


def get_exercise(exercise_id: UUID) -> Exercise:
    """Return an exercise.

    :raises ExerciseNotFound: no such exercise.
    """
    return Exercise.objects.get_or_refuse(exercise_id)


def list_exercises() -> VersionedQuerySet[Exercise]:
    """Return all exercises."""
    return Exercise.objects.all()


def get_participant_exercise_task(task_id: UUID) -> ParticipantExerciseTask:
    """Return a task.

    :raises ParticipantExerciseTaskNotFound: no such task.
    """
    return ParticipantExerciseTask.objects.get_or_refuse(task_id)


def list_participant_exercise_tasks() -> TaskQuerySet:
    """Return all tasks."""
    return ParticipantExerciseTask.objects.all()
