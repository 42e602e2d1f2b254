"""Queries about programs, their participants and tasks."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from programs.activity_types import criteria_of
from programs.models import ParticipantExerciseTask, owner_span


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
