"""Commands that tie a participant's task to an activity and complete it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F

from programs.models import ParticipantExerciseTask, TaskState
from records.refusals import Conflict

log = structlog.get_logger(__name__)


class TaskIsCancelled(Conflict):
    """The task is cancelled."""

    code = "task-is-cancelled"


class TaskOfAnotherExercise(Conflict):
    """The task belongs to another exercise."""

    code = "task-of-another-exercise"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeParticipantExerciseTaskCommand:
    """`states`: those that the task may have. `expected_version`: None: any version."""

    participant_exercise_task_id: UUID
    states: tuple[TaskState, ...]
    occurred_on: datetime
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteParticipantExerciseTaskCommand:
    """`value` is what was reached; no exercise here measures it, so it is null."""

    exercise_id: UUID
    participant_exercise_task_id: UUID
    value: Decimal | None
    is_new_scheme: bool
    occurred_on: datetime


@transaction.atomic
def take_participant_exercise_task(command: TakeParticipantExerciseTaskCommand) -> bool:
    """Take a task for an activity; say whether it was free and at the expected version.

    One conditional update: of two activities that want the task, the second waits for the first and
    then finds it taken.
    """
    free = ParticipantExerciseTask.objects.filter(
        pk=command.participant_exercise_task_id,
        state__in=command.states,
        activity_applied_on=None,
    )
    if command.expected_version is not None:
        free = free.filter(version=command.expected_version)
    taken = free.update(
        activity_applied_on=command.occurred_on,
        updated_on=command.occurred_on,
        version=F("version") + 1,
    )
    if not taken:
        # An update that waited keeps the row locked, also if it then changes nothing. The caller
        # goes on to other tasks, in another order than a batch of puts locks them: let go first.
        transaction.set_rollback(True)
    return taken == 1


@transaction.atomic
def complete_participant_exercise_task(
    command: CompleteParticipantExerciseTaskCommand,
) -> ParticipantExerciseTask:
    """Complete a participant's task, once.

    :raises ParticipantExerciseTaskNotFound: no such task.
    :raises TaskOfAnotherExercise: the task is not of this exercise.
    :raises TaskIsCancelled: the task is cancelled.
    """
    task = ParticipantExerciseTask.objects.locked(command.participant_exercise_task_id)
    if task.exercise_id != command.exercise_id:
        raise TaskOfAnotherExercise(f"Task {task.pk} belongs to exercise {task.exercise_id}.")
    if task.state == TaskState.CANCELLED:
        raise TaskIsCancelled(f"Task {task.pk} is cancelled.")
    if task.state == TaskState.COMPLETED:
        return task
    log.info("task_completed", task_id=str(task.pk), is_new_scheme=command.is_new_scheme)
    return task.store(state=TaskState.COMPLETED, completed_on=command.occurred_on)
