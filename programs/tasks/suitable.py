"""Which task of a participant suits an activity: tasks in their order, and taking one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from programs.activity_types import criteria_of
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState

# Tasks are tried in this order: the one that finishes soonest, then the oldest.
IN_TURN = (F("finishes_on").asc(nulls_last=True), "created_on", "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitableTask:
    """A task that suited an activity at this version."""

    task_id: UUID
    version: int


def take_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any], now: datetime
) -> UUID | None:
    """Take the first suitable task of a participant for an activity; None: there is none."""
    # Each turn but the last, the task that was found has been taken or changed since.
    while (found := find_suitable_task(participant_id, activity_type, facts)) is not None:
        if take_task(found.task_id, now, expected_version=found.version):
            return found.task_id
    return None


def find_suitable_task(
    participant_id: UUID, activity_type: str, facts: Mapping[str, Any]
) -> SuitableTask | None:
    """Return the participant's first free task that suits an activity with these facts.

    Only what the criteria need is read of a task, because to read all columns of 500 tasks takes
    longer than to compare them.
    """
    suits = criteria_of(activity_type).suits
    free = ParticipantExerciseTask.objects.free().order_by(*IN_TURN)
    tasks = free.filter(participant=participant_id, activity_type=activity_type)
    for task_id, version, criteria in tasks.values_list("pk", "version", "criteria"):
        if suits(criteria, facts):
            return SuitableTask(task_id=task_id, version=version)
    return None


@transaction.atomic
def take_task(
    task_id: UUID,
    now: datetime,
    *,
    states: Sequence[ParticipantTaskState] = (ParticipantTaskState.ACTIVE,),
    expected_version: int | None = None,
) -> bool:
    """Take a task for an activity; return whether it was free and at the expected version.

    One conditional update: of two activities that want the task, the second waits for the first and
    then finds it taken.
    """
    free = ParticipantExerciseTask.objects.filter(
        pk=task_id, state__in=states, activity_applied_on=None
    )
    if expected_version is not None:
        free = free.filter(version=expected_version)
    taken = free.update(activity_applied_on=now, updated_on=now, version=F("version") + 1)
    if not taken:
        # An update that waited keeps the row locked, also if it then changes nothing. The caller
        # goes on to other tasks, in another order than a batch of puts locks them: roll back to
        # release the lock.
        transaction.set_rollback(True)
    return taken == 1
