"""The activity read API."""

from typing import Any

import pytest

from activities.models import ActivityState
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory, sport_data
from programs.tests.factories import ParticipantExerciseTaskFactory

ROLE = "activities.read"

pytestmark = pytest.mark.django_db


def address(activity_id: Any, version: int = 1) -> str:
    return f"/activity-api/api/v{version}/activities/{activity_id}"


@pytest.mark.parametrize("version", [1, 2])
def test_shows_an_activity(caller: Caller, version: int):
    data = sport_data(own_key="kept", ownKey="kept too")
    activity = ActivityFactory.create(data=data)

    answer = caller(ROLE).get(address(activity.pk, version))

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


def test_is_not_repeated_to_who_has_it(caller: Caller):
    activity = ActivityFactory.create()

    answer = caller(ROLE).get(address(activity.pk), HTTP_IF_NONE_MATCH='"1"')

    assert answer.status_code == 304


@pytest.mark.parametrize("activity_id", ["0d4b7c2e-5a4f-4a3b-9d1e-1f2a3b4c5d6e", "none", "0"])
def test_knows_no_other_activity(caller: Caller, activity_id: Any):
    answer = caller(ROLE).get(address(activity_id))

    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_changes_nothing(caller: Caller):
    assert caller(ROLE).put(address(ActivityFactory.create().pk), {}).status_code == 405


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    activity, client = ActivityFactory.create(), caller(ROLE)

    with django_assert_max_num_queries(2):
        client.get(address(activity.pk))
