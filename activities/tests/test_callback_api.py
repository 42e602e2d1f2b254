"""The callback host."""

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from activities.commands import ReceiveActivityCommand, receive_activity
from activities.metrics import UNKNOWN_FIELDS
from activities.models import Activity
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory, sport_body, sport_data
from activities.tests.outbox import published
from messaging.models import OutboxMessage
from programs.models import ParticipantState
from programs.tests.factories import ParticipantFactory

ROLE = "activities.receive"
SPORT = "/callback-api/api/v1/sport-activities-callback/activity-accepted"
ENDPOINTS = [
    (source, verdict) for source in ("sport", "sporadic") for verdict in ("accepted", "rejected")
]
EVERY = pytest.mark.parametrize("version", [1, 2])
ALL_FOUR = pytest.mark.parametrize(("source", "verdict"), ENDPOINTS)

pytestmark = pytest.mark.django_db


def address(source: str, verdict: str, version: int = 1) -> str:
    return f"/callback-api/api/v{version}/{source}-activities-callback/activity-{verdict}"


def body(participant_id: Any, **changes: Any) -> dict[str, Any]:
    ids = {"activityId": str(uuid.uuid4()), "userId": str(participant_id)}
    return {"body": sport_body(**{**ids, **changes})}


def post(client: APIClient, payload: Any, to: str = SPORT) -> Any:
    return client.post(to, payload, format="json")


@EVERY
@ALL_FOUR
def test_stores_an_activity(caller: Caller, source: str, verdict: str, version: int):
    payload = body(ParticipantFactory.create().pk)

    answer = post(caller(ROLE), payload, address(source, verdict, version))

    activity = Activity.objects.get()
    assert answer.status_code == 200
    assert answer.json() == {"activityId": str(activity.pk), "state": "Created"}
    assert str(activity.pk) == payload["body"]["activityId"]
    assert activity.type == {"sport": "SportActivity", "sporadic": "SporadicActivity"}[source]
    assert activity.data == sport_data(RefereeingSystemCheckState=verdict.capitalize())


def test_turns_every_value_into_its_text(caller: Caller):
    payload = body(
        ParticipantFactory.create().pk,
        startDate="2026-05-17T12:30:00.250+03:00",
        distance=1e-05,
        averagePace=343.0,
        averageSpeed=10.5,
        isManual=False,
        pulse=None,
        heightDifference=-0.0,
    )

    post(caller(ROLE), payload)

    assert Activity.objects.get().data == sport_data(
        StartDate="2026-05-17T09:30:00.250000Z",
        Distance="0.00001",
        AveragePace="343",
        AverageSpeed="10.5",
        IsManual="false",
        HeightDifference="0",
    )


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("123456789.123456789", "123456789.123456789"),
        ("0.1234567890123456789012345678901234567890", "0.123456789012345678901234567890123456789"),
        ("1000000000000", "1000000000000"),
        ("999999999999.999999", "999999999999.999999"),
        ("1E12", "1000000000000"),
        ("1.50e1", "15"),
        ("100", "100"),
        ("7.0", "7"),
    ],
)
def test_keeps_every_digit_of_a_number(caller: Caller, written: str, text: str):
    payload = json.dumps(body(ParticipantFactory.create().pk, distance="?"))

    answer = caller(ROLE).post(
        SPORT, payload.replace('"?"', written), content_type="application/json"
    )

    assert answer.status_code == 200
    assert Activity.objects.get().data["Distance"] == text


def test_ignores_fields_that_are_unknown_and_counts_them(caller: Caller):
    payload = body(ParticipantFactory.create().pk, shoes="red", weather={"rain": True})
    before = UNKNOWN_FIELDS.labels("callback")._value.get()

    answer = post(caller(ROLE), {**payload, "sentBy": "tracker"})

    assert answer.status_code == 200
    assert Activity.objects.get().data == sport_data()
    assert UNKNOWN_FIELDS.labels("callback")._value.get() == before + 3


def test_takes_a_participant_in_either_case(caller: Caller):
    participant = ParticipantFactory.create()

    post(caller(ROLE), body(str(participant.pk).upper()))

    assert Activity.objects.get().participant == participant


def test_changes_nothing_when_repeated(caller: Caller):
    payload, client = body(ParticipantFactory.create().pk), caller(ROLE)

    answers = [post(client, payload).status_code for _ in range(3)]

    assert answers == [200, 200, 200]
    assert Activity.objects.get().version == 1
    assert published() == ["activities.activity-created"]


def test_updates_an_activity_that_is_known(caller: Caller):
    activity = ActivityFactory.create()
    payload = body(activity.participant_id, activityId=str(activity.pk))

    answer = post(caller(ROLE), payload, address("sport", "rejected"))

    activity.refresh_from_db()
    assert answer.status_code == 200
    assert activity.data == sport_data(RefereeingSystemCheckState="Rejected")
    assert published() == ["activities.activity-data-updated"]


@ALL_FOUR
def test_refuses_a_caller_without_a_token(caller: Caller, source: str, verdict: str):
    payload = body(ParticipantFactory.create().pk)

    answer = post(caller(), payload, address(source, verdict))

    assert answer.status_code == 401
    assert not Activity.objects.exists()


@ALL_FOUR
def test_refuses_a_caller_with_another_role(caller: Caller, source: str, verdict: str):
    payload = body(ParticipantFactory.create().pk)

    answer = post(caller("activities.read"), payload, address(source, verdict))

    assert answer.status_code == 403
    assert not Activity.objects.exists()


def test_has_no_version_3(caller: Caller):
    answer = post(caller(ROLE), body(uuid.uuid4()), address("sport", "accepted", 3))

    assert answer.status_code == 404


@ALL_FOUR
def test_refuses_an_empty_body(caller: Caller, source: str, verdict: str):
    answer = caller(ROLE).post(address(source, verdict), content_type="application/json")

    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"


def test_refuses_what_is_not_json(caller: Caller):
    answer = caller(ROLE).post(SPORT, b"{", content_type="application/json")

    assert answer.status_code == 400


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


def test_takes_few_statements(caller: Caller, django_assert_max_num_queries: Any):
    payload, client = body(ParticipantFactory.create().pk), caller(ROLE)

    # The caller with roles, then six of the command in a savepoint of the test's transaction.
    with django_assert_max_num_queries(9):
        post(client, payload)


@pytest.mark.django_db(transaction=True)
def test_keeps_one_activity_of_verdicts_that_race():
    participant = ParticipantFactory.create()

    def run(verdict: str) -> None:
        receive_activity(
            ReceiveActivityCommand(
                activity_id=uuid.UUID(int=1),
                participant_id=participant.pk,
                activity_data=sport_data(RefereeingSystemCheckState=verdict),
                activity_type="SportActivity",
            )
        )
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, ["Accepted", "Rejected"] * 2))

    created = OutboxMessage.objects.filter(destination="activities.activity-created")
    assert Activity.objects.count() == created.count() == 1
