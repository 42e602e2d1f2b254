"""What is malformed is refused with its key named, and nothing of it is stored."""

import json
import random
import uuid
from threading import Event as Flag
from typing import Any

import pytest
from pytest_django import Settings

from activities.models import Activity
from activities.tests.calls.outbox import posted
from activities.tests.play.malformed import malformed_callbacks, malformed_events
from activities.types import KINDS
from foundation.messaging.bus.intake import Dead, Received, take_event
from foundation.messaging.models import InboxMessage
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import ParticipantFactory

CALLBACKS = "/callback-api/api/v1"
SPORT = f"{CALLBACKS}/sport-activities-callback/activity-accepted"
ACTIVITIES = f"{CALLBACKS}/activities"

pytestmark = pytest.mark.django_db


def assert_nothing_is_stored() -> None:
    assert not Activity.objects.exists()
    assert not InboxMessage.objects.exists()
    assert posted() == []


def named(answer: Any) -> set[str]:
    return {(error["field"] or "").split(".")[-1] for error in answer.json()["errors"]}


def test_malformed_callbacks_are_refused_with_their_key(caller: Caller):
    client, participant = caller("activities.receive"), ParticipantFactory.create()
    ids = {"activityId": str(uuid.uuid4()), "userId": str(participant.pk)}

    for bad in malformed_callbacks(200, **ids):
        answer = client.post(SPORT, {"body": bad.fields}, format="json")
        assert (answer.status_code, bad.key in named(answer)) == (422, True), bad

    assert_nothing_is_stored()


def test_malformed_data_of_every_type_are_refused(caller: Caller):
    client, participant = caller("activities.receive"), ParticipantFactory.create()
    draw = random.Random(11)
    unfit = ["", "none", "-1", "1e13", "2026-05-17", "NaN", "91000", "0.5.5"]

    for name, kind in KINDS.items():
        for key in kind.required:
            data = {key: draw.choice(unfit) for key in kind.required}
            payload = {"activityId": str(uuid.uuid4()), "userId": str(participant.pk)}
            answer = client.post(ACTIVITIES, {**payload, "type": name, "data": data}, format="json")
            assert (answer.status_code, named(answer) <= data.keys()) == (422, True), (key, data)
            assert named(answer)

    assert_nothing_is_stored()


@pytest.fixture
def _one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the consumer keep the test's connection, which is in a transaction."""
    monkeypatch.setattr("foundation.messaging.bus.intake.close_old_connections", lambda: None)


@pytest.mark.usefixtures("_one_connection")
def test_malformed_events_are_given_up_with_their_key(settings: Settings):
    settings.CONSUMER_RETRIES = 0
    participant = ParticipantFactory.create()

    for bad in malformed_events(200, participantId=str(participant.pk)):
        verdict = take_event(received(str(uuid.uuid4()), bad.fields), Flag())
        assert isinstance(verdict, Dead), bad
        assert bad.key in verdict.reason, verdict

    assert_nothing_is_stored()


@pytest.mark.usefixtures("_one_connection")
@pytest.mark.parametrize(
    ("subject", "data", "reason"),
    [
        ("", {}, "subject"),
        ("none", {}, "participantId"),
        ("none", [], "not a JSON object"),
        ("none", None, "not a JSON object"),
        ("none", "text", "not a JSON object"),
    ],
)
def test_events_of_another_shape(subject: str, data: Any, reason: str):
    verdict = take_event(received(subject, data), Flag())

    assert isinstance(verdict, Dead)
    assert reason in verdict.reason
    assert_nothing_is_stored()


def received(subject: str, data: Any) -> Received:
    document = {
        "specversion": "1.0",
        "id": str(uuid.uuid4()),
        "source": "/sport-activities",
        "type": "sport-activities.activity-created",
        "time": "2026-05-17T09:30:00Z",
        "subject": subject,
        "data": data,
    }
    return Received(
        topic="sport-activities.activity-created",
        body=json.dumps(document).encode(),
        content_type="application/cloudevents+json",
        headers={},
    )
