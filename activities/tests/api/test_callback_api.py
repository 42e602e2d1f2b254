"""The callback host…"""

import json
import uuid
from functools import partial
from typing import Any

import pytest

from activities.models import Activity
from activities.receiving.commands import receive_activity
from activities.records.readings import UNKNOWN_FIELDS
from activities.tests.calls.outbox import published
from activities.tests.calls.rewarded import creation
from activities.tests.factories import data_of, sport_data
from activities.tests.play.sport_callbacks import ALL_FOUR, ROLE, SPORT, address, body, post
from activities.types import KINDS
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import ParticipantFactory

pytestmark = pytest.mark.django_db


@ALL_FOUR
def test_stores_an_activity(caller: Caller, source: str, verdict: str):
    payload = body(ParticipantFactory.create().pk)

    answer = post(caller(ROLE), payload, address(source, verdict))

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


def test_updates_an_activity_that_is_known_once(caller: Caller):
    payload, client = body(ParticipantFactory.create().pk), caller(ROLE)
    places = [address("sport", verdict) for verdict in ("accepted", "rejected") for _ in range(2)]

    answers = [post(client, payload, place).status_code for place in places]

    activity = Activity.objects.get()
    assert answers == [200] * 4
    assert activity.version == 2
    assert activity.data == sport_data(RefereeingSystemCheckState="Rejected")
    assert published() == ["activities.activity-created", "activities.activity-data-updated"]


def test_takes_eight_statements(caller: Caller, django_assert_num_queries: Any):
    payload, client = body(ParticipantFactory.create().pk), caller(ROLE)

    # The caller with roles, then five of the command in a savepoint of the test's transaction.
    with django_assert_num_queries(8):
        post(client, payload)


@pytest.mark.django_db(transaction=True)
def test_keeps_one_activity_of_verdicts_that_race():
    participant = ParticipantFactory.create()

    def run(verdict: str) -> None:
        data = sport_data(RefereeingSystemCheckState=verdict)
        given = {"activity_id": uuid.UUID(int=1), "activity_data": data}
        receive_activity(creation(participant.pk, **given))

    at_once(*(partial(run, verdict) for verdict in ["Accepted", "Rejected"] * 2))

    created = OutboxMessage.objects.filter(destination="activities.activity-created")
    assert Activity.objects.count() == created.count() == 1


OF_EVERY_TYPE = pytest.mark.parametrize("activity_type", KINDS)
SENT = str(uuid.uuid4())


def posted(caller: Caller, activity_type: str, data: dict[str, str], version: int = 2) -> Any:
    """Post an activity of any type of a new participant."""
    ids = {"activityId": SENT, "userId": str(ParticipantFactory.create().pk)}
    payload = {**ids, "type": activity_type, "data": data}
    there = f"/callback-api/api/v{version}/activities"
    return caller(ROLE).post(there, payload, format="json")


@OF_EVERY_TYPE
def test_of_any_type_stores_an_activity(caller: Caller, activity_type: str):
    answer = posted(caller, activity_type, data_of(activity_type))

    activity = Activity.objects.get(pk=SENT)
    assert answer.status_code == 200
    assert answer.json() == {"activityId": SENT, "state": "Created"}
    assert (activity.type, activity.data) == (activity_type, data_of(activity_type))


@OF_EVERY_TYPE
def test_of_any_type_names_each_key_that_is_missing(caller: Caller, activity_type: str):
    answer = posted(caller, activity_type, {}, version=1)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-operation")
    named = {error["field"] for error in answer.json()["errors"]}
    assert named == set(KINDS[activity_type].required)
    assert not Activity.objects.exists()
