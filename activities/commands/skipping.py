"""Skipping an activity that no task suits."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from activities.events import ActivitySkipped
from activities.following import note
from activities.models import Activity, ActivityChange, ActivityState
from activities.types import InvalidOperation


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipActivityCommand:
    """`reason` is for staff: why no task suits."""

    activity_id: UUID
    reason: str = ""
    source: str = ""


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
    activity.store(state=ActivityState.SKIPPED)
    details = {"reason": command.reason}
    note(activity, ActivityChange.SKIPPED, command.source, details, ActivitySkipped)
    return activity
