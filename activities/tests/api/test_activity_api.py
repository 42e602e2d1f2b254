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


def test_shows_an_activity_with_its_task_and_reward(caller: Caller):
    task = ParticipantExerciseTaskFactory.create()
    data = sport_data(own_key="kept", ownKey="kept too")
    own = {"state": ActivityState.APPLIED, "participant_exercise_task": task, "reward": 12}
    activity = ActivityFactory.create(participant=task.participant, data=data, **own)

    answer = caller(ROLE).get(address(activity.pk))

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert answer.json() == {
        "activityId": str(activity.pk),
        "participantId": str(activity.participant_id),
        "marketingProgramId": str(activity.marketing_program_id),
        "participantExerciseTaskId": str(task.pk),
        "type": "SportActivity",
        "state": "Applied",
        "reward": 12,
        "data": data,
        "createdOn": activity.created_on.isoformat().replace("+00:00", "Z"),
    }


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))
