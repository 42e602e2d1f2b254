"""Applying an activity to a task of its participant, or skipping it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from activities.records.changes import (
    APPLY_ACTIVITY,
    COMPLETE_TASK,
    ActivityApplied,
    ActivitySkipped,
    Changes,
    TimelineActivityApplied,
    step,
    withdraw_steps,
)
from activities.records.models import Activity, ActivityChange, ActivityState
from activities.types import InvalidOperation, kind_of
from foundation.messaging.outbox import HandlerMessage
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.refusals import Conflict, NotFound
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tasks.suitable import take_suitable_task, take_task


class SuitableParticipantExerciseTaskNotFound(NotFound):
    """No free task of the participant suits the activity."""


class TaskTakenByAnotherActivity(Conflict):
    """Another activity is applied to the task."""


class TaskManagersDecide(Conflict):
    """The program is of the old scheme: its task managers apply activities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyActivityCommand:
    """`participant_exercise_task_id`: None: find a suitable task."""

    activity_id: UUID
    now: datetime
    participant_exercise_task_id: UUID | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipActivityCommand:
    """`reason` is for staff: why no task suits."""

    activity_id: UUID
    reason: str = ""
    source: str = ""


@transaction.atomic
def apply_activity(command: ApplyActivityCommand) -> Activity:
    """Apply an activity to a task.

    1. Check that the activity exists.
    2. If it is applied: success if no other task is given. If it is skipped, that is final.
    3. Take the given task, or the first suitable one.
    4. Store the task, the event and the step that completes it.

    :raises ActivityNotFound: no such activity.
    :raises ParticipantExerciseTaskNotFound: no such task.
    :raises SuitableParticipantExerciseTaskNotFound: no task is given, and none suits.
    :raises InvalidOperation: the activity is skipped or applied to another task, or the given task
        is cancelled or another participant's.
    :raises TaskTakenByAnotherActivity: another activity is applied to the given task.
    """
    activity = Activity.objects.locked(command.activity_id)
    given_id = command.participant_exercise_task_id
    if activity.state != ActivityState.CREATED:
        return _unchanged(activity, given_id)
    if given_id is None:
        task_id = _take_suitable(activity, command.now)
    else:
        task_id = _take_given(activity, given_id, command.now)
    changes = Changes(activity, command.source)
    _note_applied(changes, task_id)
    changes.post(_completion(activity))
    return changes.write()


@transaction.atomic
def skip_activity(command: SkipActivityCommand) -> Activity:
    """Skip an activity; that is final.

    :raises ActivityNotFound: no such activity.
    :raises InvalidOperation: it is applied to a task.
    """
    activity = Activity.objects.locked(command.activity_id)
    if activity.state == ActivityState.APPLIED:
        raise InvalidOperation(
            f"Activity {activity.pk} is applied to task {activity.participant_exercise_task_id}."
        )
    if activity.state == ActivityState.SKIPPED:
        return activity
    changes = Changes(activity, command.source)
    _note_skipped(changes, command.reason)
    return changes.write()


@transaction.atomic
def settle_activity(activity_id: UUID, source: str, now: datetime) -> Activity:
    """Apply an activity to a suitable task or, if there is none, skip it.

    The activity is locked over both, so that no new data come between the search and the skip. An
    activity that is applied or skipped already is unchanged.

    :raises ActivityNotFound: no such activity.
    """
    changes = Changes(Activity.objects.locked(activity_id), source)
    if apply_or_skip(changes, now) is not None:
        changes.post(_completion(changes.activity))
    return changes.write()


def apply_or_skip(changes: Changes, now: datetime) -> UUID | None:
    """Apply a locked activity to a suitable task, or skip it; return the task, which is taken.

    An activity that is applied or skipped already is unchanged.
    """
    if changes.activity.state != ActivityState.CREATED:
        return None
    try:
        task_id = _take_suitable(changes.activity, now)
    except SuitableParticipantExerciseTaskNotFound as refusal:
        _note_skipped(changes, refusal.detail)
        return None
    _note_applied(changes, task_id)
    return task_id


@transaction.atomic
def search_again(activity_id: UUID, by: Actor, now: datetime) -> Activity:
    """Search at once for a suitable task of an activity; skip it if there is none.

    This replaces the activity's own step, which is withdrawn.

    :raises ActivityNotFound: no such activity.
    :raises InvalidOperation: it is applied or skipped already, which is final.
    :raises TaskManagersDecide: the program is of the old scheme.
    """
    withdraw_steps([activity_id], APPLY_ACTIVITY, name_of(by))
    activity = Activity.objects.select_related("marketing_program").locked(activity_id)
    if activity.state != ActivityState.CREATED:
        raise InvalidOperation(f"Activity {activity.pk} is {activity.state}, which is final.")
    if not activity.marketing_program.is_new_scheme:
        raise TaskManagersDecide(
            f"Program {activity.marketing_program} is of the old scheme: its task managers decide."
        )
    settled = settle_activity(activity.pk, name_of(by), now)
    record_deed(by, "Searched for a task", settled, {"state": (activity.state, settled.state)})
    return settled


def _unchanged(activity: Activity, task_id: UUID | None) -> Activity:
    if activity.state == ActivityState.SKIPPED:
        raise InvalidOperation(f"Activity {activity.pk} is skipped.")
    if task_id not in (None, activity.participant_exercise_task_id):
        raise InvalidOperation(
            f"Activity {activity.pk} is applied to task {activity.participant_exercise_task_id}, "
            f"not {task_id}."
        )
    return activity


def _note_applied(changes: Changes, task_id: UUID) -> None:
    changes.note(
        ActivityChange.APPLIED,
        {"taskId": str(task_id)},
        ActivityApplied,
        TimelineActivityApplied,
        state=ActivityState.APPLIED,
        participant_exercise_task_id=task_id,
    )


def _note_skipped(changes: Changes, reason: str) -> None:
    skipped, details = ActivityState.SKIPPED, {"reason": reason}
    changes.note(ActivityChange.SKIPPED, details, ActivitySkipped, state=skipped)


def _completion(activity: Activity) -> HandlerMessage:
    return step(activity, COMPLETE_TASK, occurredOn=activity.updated_on.isoformat())


def _take_suitable(activity: Activity, now: datetime) -> UUID:
    kind = kind_of(activity.type)
    values = kind.read(activity.data)
    if reason := kind.why_not_matched(values):
        raise SuitableParticipantExerciseTaskNotFound(f"No task suits: {reason}.")
    facts = kind.facts(values)
    task_id = take_suitable_task(activity.participant_id, activity.type, facts, now)
    if task_id is None:
        raise SuitableParticipantExerciseTaskNotFound
    return task_id


def _take_given(activity: Activity, task_id: UUID, now: datetime) -> UUID:
    _refuse_unfit(activity, task_id)
    if not take_task(
        task_id, now, states=(ParticipantTaskState.ACTIVE, ParticipantTaskState.COMPLETED)
    ):
        _refuse_unfit(activity, task_id)  # it may have been cancelled since it was read
        raise TaskTakenByAnotherActivity(f"Another activity is applied to task {task_id}.")
    return task_id


def _refuse_unfit(activity: Activity, task_id: UUID) -> None:
    task = ParticipantExerciseTask.objects.get_or_refuse(task_id)
    if task.participant_id != activity.participant_id:
        raise InvalidOperation(f"Task {task_id} belongs to another participant.")
    if task.state == ParticipantTaskState.CANCELLED:
        raise InvalidOperation(f"Task {task_id} is cancelled.")
