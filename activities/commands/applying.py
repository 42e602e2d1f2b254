"""Applying an activity to a task of its participant."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from activities.events import ActivityApplied, TimelineActivityApplied
from activities.following import COMPLETE_TASK, note, step
from activities.models import Activity, ActivityChange, ActivityState
from activities.types import InvalidOperation, kind_of
from programs.commands.applying import (
    TakeParticipantExerciseTaskCommand,
    take_participant_exercise_task,
)
from programs.models import ParticipantExerciseTask, TaskState
from programs.queries import find_suitable_task
from records.refusals import Conflict, NotFound


class SuitableParticipantExerciseTaskNotFound(NotFound):
    """No free task of the participant suits the activity."""

    code = "suitable-participant-exercise-task-not-found"


class TaskTakenByAnotherActivity(Conflict):
    """Another activity is applied to the task."""

    code = "task-taken-by-another-activity"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyActivityCommand:
    """A task of null: the suitable one."""

    activity_id: UUID
    participant_exercise_task_id: UUID | None = None
    source: str = ""


@transaction.atomic
def apply_activity(command: ApplyActivityCommand) -> Activity:
    """Apply an activity to a task.

    1. Check that the activity exists.
    2. If it is applied: success if no other task is given. If it is skipped, that is final.
    3. Find the first suitable task, if none is given.
    4. Take the task. If a suitable one was taken or changed since, search again.
    5. Store the task, the event and the step that completes it.

    :raises ActivityNotFound: no such activity.
    :raises ParticipantExerciseTaskNotFound: no such task.
    :raises SuitableParticipantExerciseTaskNotFound: no task is given, and none suits.
    :raises InvalidOperation: the activity is skipped or applied to another task, or the given task
        is cancelled or another participant's.
    :raises TaskTakenByAnotherActivity: another activity is applied to the given task.
    """
    activity = Activity.objects.locked(command.activity_id)
    task_id = command.participant_exercise_task_id
    if activity.state != ActivityState.CREATED:
        return _unchanged(activity, task_id)
    taken_id = _take_suitable(activity) if task_id is None else _take_given(activity, task_id)
    activity.store(state=ActivityState.APPLIED, participant_exercise_task_id=taken_id)
    note(
        activity,
        ActivityChange.APPLIED,
        command.source,
        {"taskId": str(taken_id)},
        ActivityApplied,
        TimelineActivityApplied,
        step(activity, COMPLETE_TASK, occurredOn=activity.updated_on.isoformat()),
    )
    return activity


def _unchanged(activity: Activity, task_id: UUID | None) -> Activity:
    if activity.state == ActivityState.SKIPPED:
        raise InvalidOperation(f"Activity {activity.pk} is skipped.")
    if task_id not in (None, activity.participant_exercise_task_id):
        raise InvalidOperation(
            f"Activity {activity.pk} is applied to task {activity.participant_exercise_task_id}, "
            f"not {task_id}."
        )
    return activity


def _take_suitable(activity: Activity) -> UUID:
    kind = kind_of(activity.type)
    values = kind.read(activity.data)
    if reason := kind.why_not_matched(values):
        raise SuitableParticipantExerciseTaskNotFound(f"No task suits: {reason}.")
    facts = kind.facts(values)
    # Each turn but the last, the task that was found has been taken or changed since.
    while (task := find_suitable_task(activity.participant_id, activity.type, facts)) is not None:
        if _take(task.task_id, TaskState.ACTIVE, expected_version=task.version):
            return task.task_id
    raise SuitableParticipantExerciseTaskNotFound


def _take_given(activity: Activity, task_id: UUID) -> UUID:
    _refuse_unfit(activity, task_id)
    if not _take(task_id, TaskState.ACTIVE, TaskState.COMPLETED):
        _refuse_unfit(activity, task_id)  # it may have been cancelled since it was read
        raise TaskTakenByAnotherActivity(f"Another activity is applied to task {task_id}.")
    return task_id


def _refuse_unfit(activity: Activity, task_id: UUID) -> None:
    task = ParticipantExerciseTask.objects.get_or_refuse(task_id)
    if task.participant_id != activity.participant_id:
        raise InvalidOperation(f"Task {task_id} belongs to another participant.")
    if task.state == TaskState.CANCELLED:
        raise InvalidOperation(f"Task {task_id} is cancelled.")


def _take(task_id: UUID, *states: TaskState, expected_version: int | None = None) -> bool:
    return take_participant_exercise_task(
        TakeParticipantExerciseTaskCommand(
            participant_exercise_task_id=task_id,
            states=states,
            occurred_on=timezone.now(),
            expected_version=expected_version,
        )
    )
