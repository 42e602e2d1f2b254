"""What the callback host refuses…"""

import uuid
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory
from activities.tests.play.sport_callbacks import ALL_FOUR, ROLE, address, body, post
from programs.models import ParticipantState
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


def test_has_no_version_3(caller: Caller):
    answer = post(caller(ROLE), body(uuid.uuid4()), address("sport", "accepted", 3))

    assert answer.status_code == 404


@ALL_FOUR
def test_refuses_an_empty_body(caller: Caller, source: str, verdict: str):
    answer = caller(ROLE).post(address(source, verdict), content_type="application/json")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("payload", [[], {}, {"body": None}, {"body": []}, {"body": {}}])
@ALL_FOUR
def test_refuses_another_shape(caller: Caller, payload: Any, source: str, verdict: str):
    answer = post(caller(ROLE), payload, address(source, verdict))

    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "change",
    [
        {"activityId": "none"},
        {"activityId": str(uuid.UUID(int=0))},
        {"userId": "none"},
        {"userId": "{1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90}"},
        {"trackerId": ""},
        {"trackerId": "1_1111111111111111111111111111_1"},
        {"provider": "x" * 201},
        {"provider": 5},
        {"provider": " "},
        {"discipline": 1.5},
        {"discipline": None},
        {"startDate": "2026-05-17T09:30:00"},
        {"finishDate": "soon"},
        {"distance": "far"},
        {"distance": None},
        {"distance": True},
        {"distance": "nan"},
        {"distance": "12"},
        {"distance": 10**400},
        {"distance": -(10**400)},
        {"timeInSeconds": 1.1e12},
        {"averagePace": {}},
        {"isManual": "perhaps"},
        {"isManual": "true"},
        {"isManual": 1},
        {"heightDifference": -1.1e12},
    ],
)
def test_names_the_field_that_is_unfit(caller: Caller, change: dict[str, Any]):
    answer = post(caller(ROLE), body(ParticipantFactory.create().pk, **change))

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [f"body.{next(iter(change))}"]
    assert not Activity.objects.exists()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"distance": 0}, "Distance"),
        ({"finishDate": "2026-05-17T09:00:00Z"}, "FinishDate"),
        ({"pulse": -1}, "Pulse"),
    ],
)
def test_refuses_data_that_break_a_rule(caller: Caller, change: dict[str, Any], key: str):
    answer = post(caller(ROLE), body(ParticipantFactory.create().pk, **change))

    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid-operation"
    assert [error["field"] for error in answer.json()["errors"]] == [key]


def test_refuses_an_unknown_participant(caller: Caller):
    answer = post(caller(ROLE), body(uuid.uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "participant-not-found")


def test_refuses_a_blocked_participant(caller: Caller):
    participant = ParticipantFactory.create(state=ParticipantState.BLOCKED)

    answer = post(caller(ROLE), body(participant.pk))

    assert (answer.status_code, answer.json()["code"]) == (403, "participant-blocked")


def test_refuses_an_activity_of_another_participant(caller: Caller):
    activity = ActivityFactory.create()
    payload = body(ParticipantFactory.create().pk, activityId=str(activity.pk))

    answer = post(caller(ROLE), payload)

    assert (answer.status_code, answer.json()["code"]) == (409, "activity-of-another-participant")


def test_refuses_an_activity_of_another_type(caller: Caller):
    activity = ActivityFactory.create()
    payload = body(activity.participant_id, activityId=str(activity.pk))

    answer = post(caller(ROLE), payload, address("sporadic", "accepted"))

    assert (answer.status_code, answer.json()["code"]) == (409, "activity-of-another-type")
