"""ClientApi `participants/{participantId}/…`: what a participant's front end shows…"""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from activities.models import Activity, ActivityState
from activities.tests.calls.outbox import run_steps
from activities.tests.calls.rewarded import adjusted, credited
from activities.tests.calls.rewarded import came as came_in
from foundation.rest.tests.conftest import Caller
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory

pytestmark = pytest.mark.django_db
ROLE = "rewards.balance"


def asked(caller: Caller, participant_id: Any, what: str, **query: Any) -> Any:
    return caller(ROLE).get(f"/client-api/api/v2/participants/{participant_id}/{what}", query)


def came(task: ParticipantExerciseTask, **data: str) -> Activity:
    activity = came_in(task.participant_id, **data)
    run_steps()
    return activity


def test_activities_say_what_is_left_of_a_reward_that_was_corrected_or_taken_back(caller: Caller):
    activity = credited()
    adjusted(activity, "-4")
    adjusted(activity, "-4")
    Activity.objects.filter(pk=activity.pk).update(state=ActivityState.SKIPPED)

    [answer] = asked(caller, activity.participant_id, "activities").json()["results"]

    assert (answer["reward"], answer["why"][-2:]) == (
        16,
        ["Reward 16, credited.", "Corrected since by -8.00: 8.00 of it is left."],
    )


@pytest.mark.parametrize("what", ["activities", "tasks"])
def test_take_as_many_statements_for_many_as_for_one(caller: Caller, what: str):
    task, counts = ParticipantExerciseTaskFactory.create(), []
    client = caller(ROLE)

    for _ in range(2):
        for _ in range(2):
            came(task)
            ParticipantExerciseTaskFactory.create(participant=task.participant)
        with CaptureQueriesContext(connection) as statements:
            client.get(f"/client-api/api/v2/participants/{task.participant_id}/{what}")
        counts.append(len(statements))

    assert counts[0] == counts[1]
