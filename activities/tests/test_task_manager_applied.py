"""The event `task-managers.activity-applied`…"""

import uuid
from typing import Any

import pytest

from activities.models import Activity, ActivityState
from activities.receiving.commands import UnreadableActivityEvent, on_task_manager_applied
from activities.tests.calls.outbox import event_of, posted
from activities.tests.factories import ActivityFactory
from foundation.messaging.bus.events import Event
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import MarketingProgramFactory, ParticipantExerciseTaskFactory

pytestmark = pytest.mark.django_db


def task_in(*, is_new_scheme: bool, **fields: Any) -> ParticipantExerciseTask:
    program = MarketingProgramFactory.create(is_new_scheme=is_new_scheme)
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(
        participant__program=program, **fields
    )
    return task


def event(activity_id: Any, task_id: Any, **changes: Any) -> Event:
    ids = {"activityId": str(activity_id), "participantExerciseTaskId": str(task_id)}
    return event_of("task-managers.activity-applied", {**ids, **changes})


@pytest.mark.parametrize("is_new_scheme", [True, False])
def test_applies_the_activity_in_the_old_scheme_alone(is_new_scheme: bool):
    task = task_in(is_new_scheme=is_new_scheme)
    activity = ActivityFactory.create(participant=task.participant)

    for _ in range(2):
        on_task_manager_applied(event(activity.pk, task.pk, other="ignored"))

    activity.refresh_from_db()
    if is_new_scheme:
        assert (activity.state, posted()) == (ActivityState.CREATED, [])
    else:
        assert (activity.state, activity.participant_exercise_task) == ("Applied", task)
        assert activity.history.get().source == "task manager"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"activityId": "none"}, "activityId"),
        ({"activityId": None}, "activityId"),
        ({"participantExerciseTaskId": 7}, "participantExerciseTaskId"),
        ({"participantExerciseTaskId": None}, "participantExerciseTaskId"),
    ],
)
def test_is_refused_when_it_cannot_be_read(change: dict[str, Any], field: str):
    with pytest.raises(UnreadableActivityEvent) as refusal:
        on_task_manager_applied(event(uuid.uuid4(), uuid.uuid4(), **change))

    assert list(refusal.value.errors) == [field]
    assert not Activity.objects.exists()
