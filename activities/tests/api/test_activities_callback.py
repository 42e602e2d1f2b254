"""The callback host's entrance for activities of any type…"""

import uuid
from typing import Any

import pytest

from activities.models import Activity
from activities.tests.factories import sport_data
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import ParticipantFactory

ROLE = "activities.receive"
ADDRESS = "/callback-api/api/v1/activities"
GUID = "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"
TIME = "2026-05-17T09:30:00Z"

DATA = {
    "SportActivity": sport_data(),
    "SporadicActivity": sport_data(),
    "QuizActivity": {"QuizId": GUID, "CorrectAnswers": "8", "TotalQuestions": "10"},
    "InviteActivity": {"InvitedParticipantId": GUID, "InvitedOn": TIME},
    "PartnersActivity": {"PartnerId": GUID, "ActionCode": "BUY", "Amount": "49.90"},
    "GeoLocationActivity": {
        "LocationId": GUID,
        "Latitude": "52.5163",
        "Longitude": "13.3777",
        "CheckedInOn": TIME,
    },
    "RegistrationActivity": {"RegisteredOn": TIME},
    "ParticipatingActivity": {"EventId": GUID, "ParticipatedOn": TIME, "StartNumber": "12"},
    "UploadImageActivity": {"ImageId": GUID, "ImageUrl": "https://x.org/1", "UploadedOn": TIME},
}
OF_EVERY_TYPE = pytest.mark.parametrize("activity_type", DATA)

pytestmark = pytest.mark.django_db


def body(participant_id: Any, activity_type: str = "QuizActivity", **changes: Any) -> Any:
    return {
        "activityId": str(uuid.uuid4()),
        "userId": str(participant_id),
        "type": activity_type,
        "data": DATA[activity_type],
        **changes,
    }


@OF_EVERY_TYPE
def test_stores_an_activity(caller: Caller, activity_type: str):
    payload = body(ParticipantFactory.create().pk, activity_type)

    answer = caller(ROLE).post("/callback-api/api/v2/activities", payload, format="json")

    activity = Activity.objects.get()
    assert answer.status_code == 200
    assert answer.json() == {"activityId": payload["activityId"], "state": "Created"}
    assert (activity.type, activity.data) == (activity_type, DATA[activity_type])


@OF_EVERY_TYPE
def test_names_each_key_that_is_missing(caller: Caller, activity_type: str):
    payload = body(ParticipantFactory.create().pk, activity_type, data={})

    answer = caller(ROLE).post(ADDRESS, payload, format="json")

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-operation")
    assert {error["field"] for error in answer.json()["errors"]} <= DATA[activity_type].keys()
    assert not Activity.objects.exists()
