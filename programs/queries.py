"""Queries about programs, their participants and tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from programs.activity_types import criteria_of
from programs.models import (
    Exercise,
    MarketingProgram,
    Participant,
    ParticipantExerciseTask,
    TaskQuerySet,
)
from records.versioned import VersionedQuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitableTask:
    """A task that suited an activity at this version."""

    task_id: UUID
    version: int


def find_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any]
) -> SuitableTask | None:
    """Return the participant's first free task that suits an activity with these facts.

    The first is the one that finishes soonest, then the oldest. Only what the criteria need is read
    of a task, because to read all columns of 500 tasks takes longer than to compare them.
    """
    suits = criteria_of(activity_type).suits
    free = ParticipantExerciseTask.objects.free().in_turn()
    tasks = free.filter(participant=participant_id, activity_type=activity_type)
    for task_id, version, criteria in tasks.values_list("pk", "version", "criteria"):
        if suits(criteria, facts):
            return SuitableTask(task_id=task_id, version=version)
    return None


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
