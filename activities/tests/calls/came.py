"""An activity that came in, and a task of its participant, made the way commands make them."""

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from activities.models import Activity
from activities.receiving.commands import (
    CreateActivityCommand,
    UpdateActivityDataCommand,
    create_activity,
    update_activity_data,
)
from activities.settling.applying import ApplyActivityCommand, apply_activity
from activities.tests.factories import sport_data
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory


def creation(participant_id: UUID, **changes: Any) -> CreateActivityCommand:
    """Return a command that creates a run."""
    given: dict[str, Any] = {
        "now": timezone.now(),
        "activity_id": uuid4(),
        "participant_id": participant_id,
        "activity_data": sport_data(),
        "activity_type": "SportActivity",
    }
    return CreateActivityCommand(**{**given, **changes})


def came(participant_id: UUID, source: str = "", **data: str) -> Activity:
    """Create a run with these data."""
    return create_activity(
        creation(participant_id, activity_data=sport_data(**data), source=source)
    )


def task_of(participant: Participant, **fields: Any) -> ParticipantExerciseTask:
    """Return a task of a participant that any run suits."""
    return ParticipantExerciseTaskFactory.create(participant=participant, **fields)


def applied(
    activity: Activity, task: ParticipantExerciseTask | None = None, source: str = ""
) -> Activity:
    """Apply an activity to a task; without one, to the first that suits."""
    return apply_activity(
        ApplyActivityCommand(
            now=timezone.now(),
            activity_id=activity.pk,
            participant_exercise_task_id=None if task is None else task.pk,
            source=source,
        )
    )


def updated(activity_id: UUID, **changes: Any) -> Activity:
    """Send other data of a run."""
    given = {"activity_data": sport_data(Distance="12"), "activity_type": "SportActivity"}
    command: Any = {"activity_id": activity_id, **given, **changes}
    return update_activity_data(UpdateActivityDataCommand(**command))
