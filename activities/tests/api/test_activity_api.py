"""The activity read API."""

from typing import Any

import pytest

from activities.models import ActivityState
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory, sport_data
from programs.tests.factories import ParticipantExerciseTaskFactory

ROLE = "activities.read"

pytestmark = pytest.mark.django_db


def address(activity_id: Any) -> str:
    return f"/activity-api/api/v1/activities/{activity_id}"


def test_shows_an_activity(caller: Caller):
    data = sport_data(own_key="kept", ownKey="kept too")
    activity = ActivityFactory.create(data=data)

    answer = caller(ROLE).get(address(activity.pk))

    assert answer.status_code == 200
    assert answer["ETag"] == '"1"'
    assert answer.json() == {
        "activityId": str(activity.pk),
        "participantId": str(activity.participant_id),
        "marketingProgramId": str(activity.marketing_program_id),
        "participantExerciseTaskId": None,
        "type": "SportActivity",
        "state": "Created",
        "reward": None,
        "data": data,
        "createdOn": activity.created_on.isoformat().replace("+00:00", "Z"),
    }


def test_shows_the_task_and_the_reward(caller: Caller):
    task = ParticipantExerciseTaskFactory.create()
    activity = ActivityFactory.create(
        participant=task.participant,
        state=ActivityState.APPLIED,
        participant_exercise_task=task,
        reward=12,
    )

    shown = caller(ROLE).get(address(activity.pk)).json()

    assert (shown["state"], shown["participantExerciseTaskId"]) == ("Applied", str(task.pk))
    assert shown["reward"] == 12


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))
