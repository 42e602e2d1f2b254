"""Replacing the data of an activity."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from activities.events import ActivityDataUpdated
from activities.following import APPLY_ACTIVITY, CALCULATE_REWARD, Following, note, step
from activities.models import Activity, ActivityChange, ActivityState
from activities.types import kind_of
from records.refusals import Conflict


class ActivityOfAnotherType(Conflict):
    """The activity exists and has another type."""

    code = "activity-of-another-type"


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateActivityDataCommand:
    activity_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str
    source: str = ""


@transaction.atomic
def update_activity_data(command: UpdateActivityDataCommand) -> Activity:
    """Replace the data of an activity; its state stays.

    If the data are the same, nothing is stored and no event is published. New data lead to a new
    calculation as long as no reward is set, and to a new search as long as the state is Created.

    :raises ActivityNotFound: no such activity.
    :raises ActivityOfAnotherType: it has another type.
    :raises InvalidOperation: the data break a rule of the type.
    """
    activity = Activity.objects.locked(command.activity_id)
    refuse_another_type(activity, command.activity_type)
    if activity.data == command.activity_data:
        return activity
    kind_of(command.activity_type).read(command.activity_data)
    data = dict(command.activity_data)
    activity.store(data=data, reward_failure="", failed_formula_id=None)
    note(
        activity,
        ActivityChange.DATA_UPDATED,
        command.source,
        {"data": data},
        ActivityDataUpdated,
        *_steps(activity),
    )
    return activity


def refuse_another_type(activity: Activity, activity_type: str) -> None:
    """Refuse a type that is not the activity's.

    :raises ActivityOfAnotherType: it has another type.
    """
    if activity.type != activity_type:
        raise ActivityOfAnotherType(
            f"Activity {activity.pk} is a {activity.type}, not a {activity_type}."
        )


def _steps(activity: Activity) -> list[Following]:
    steps: list[Following] = []
    if activity.reward is None:
        steps.append(step(activity, CALCULATE_REWARD))
    if activity.state == ActivityState.CREATED:
        steps.append(step(activity, APPLY_ACTIVITY))
    return steps
