"""Applying an activity of the new scheme, or skipping it."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from activities.commands.applying import (
    ApplyActivityCommand,
    SuitableParticipantExerciseTaskNotFound,
    apply_activity,
)
from activities.commands.skipping import SkipActivityCommand, skip_activity
from activities.models import Activity, ActivityState


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleActivityCommand:
    activity_id: UUID
    source: str = ""


@transaction.atomic
def settle_activity(command: SettleActivityCommand) -> Activity:
    """Apply an activity to a suitable task or, if there is none, skip it.

    The activity is locked over both, so that no new data come between the search and the skip. An
    activity that is not Created any more is unchanged.

    :raises ActivityNotFound: no such activity.
    """
    activity = Activity.objects.locked(command.activity_id)
    if activity.state != ActivityState.CREATED:
        return activity
    try:
        return apply_activity(ApplyActivityCommand(activity_id=activity.pk, source=command.source))
    except SuitableParticipantExerciseTaskNotFound as refusal:
        return skip_activity(
            SkipActivityCommand(
                activity_id=activity.pk, reason=refusal.detail, source=command.source
            )
        )
