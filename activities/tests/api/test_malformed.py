"""What is malformed is refused with its key named, and nothing of it is stored."""

import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event as Flag
from typing import Any

import pytest
from pytest_django import Settings

from activities.models import Activity
from activities.tests.calls.outbox import posted
from activities.tests.factories import sport_body
from activities.types import KINDS
from foundation.messaging.bus.intake import Dead, Received, take_event
from foundation.messaging.models import InboxMessage
from foundation.rest.tests.conftest import Caller
from programs.tests.factories import ParticipantFactory

GUID = "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"
_NO_TEXT: list[Any] = [None, [], {}, True, ["x"]]
_NO_GUID = [*_NO_TEXT, "", "none", 7, 1.5, GUID[:-1], GUID + "0", "ü" * 36]
_NO_TIME = [*_NO_TEXT, "", "soon", 7, "2026-05-17", "2026-05-17T09:30:00", "2026-02-30T00:00:00Z"]
_NO_NUMBER = [*_NO_TEXT, "", "12", "far", "NaN", 10**13, -(10**13), 1.1e12, 10**400, 1e300]
_NO_MEASURE = [value for value in _NO_NUMBER if value is not None]
_NO_TRUTH = [[], {}, "", "true", 0, 1, 1.0, "no"]
# Each field of a sport activity, with values that it does not accept.
UNFIT: dict[str, list[Any]] = {
    "trackerId": _NO_GUID,
    "provider": [*_NO_TEXT, "", " ", 5, 1.5, "x" * 201],
    "discipline": [*_NO_TEXT, "", " ", 5, 1.5, "x" * 201],
    "startDate": _NO_TIME,
    "finishDate": _NO_TIME,
    "distance": _NO_NUMBER,
    "timeInSeconds": _NO_NUMBER,
    "averagePace": _NO_MEASURE,
    "averageSpeed": _NO_MEASURE,
    "pulse": _NO_MEASURE,
    "heightDifference": _NO_MEASURE,
    "isManual": _NO_TRUTH,
}
UNFIT_IN_EVENTS = {
    **UNFIT,
    "participantId": _NO_GUID,
    "isCyclic": [None, *_NO_TRUTH],
    "intensity": _NO_MEASURE,
    "refereeingSystemCheckState": ["", "accepted", 1, [], True],
}
UNFIT_IN_CALLBACKS = {**UNFIT, "activityId": _NO_GUID, "userId": _NO_GUID}
# What can be read, but breaks a rule of the type.
RULES: list[tuple[dict[str, Any], str]] = [
    ({"distance": 0}, "Distance"),
    ({"distance": -1}, "Distance"),
    ({"distance": -1e-9}, "Distance"),
    ({"timeInSeconds": -1}, "TimeInSeconds"),
    ({"averagePace": -0.5}, "AveragePace"),
    ({"averageSpeed": -3}, "AverageSpeed"),
    ({"pulse": -1}, "Pulse"),
    ({"finishDate": "2026-05-17T09:29:59Z"}, "FinishDate"),
    ({"finishDate": "2026-05-17T10:30:00+02:00"}, "FinishDate"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A body or an event's data, and the key at fault."""

    fields: dict[str, Any]
    key: str


def malformed_callbacks(count: int, **ids: str) -> Iterator[Malformed]:
    """Yield the contents of `body`; `ids` are those of a participant and an activity."""
    yield from _drawn(count, UNFIT_IN_CALLBACKS, ids, seed=9)


def malformed_events(count: int, **ids: str) -> Iterator[Malformed]:
    """Yield the data of `sport-activities.activity-created`."""
    yield from _drawn(count, UNFIT_IN_EVENTS, {**ids, "isCyclic": True}, seed=10)


def _drawn(
    count: int, unfit: dict[str, list[Any]], fields: dict[str, Any], seed: int
) -> Iterator[Malformed]:
    draw = random.Random(seed)
    whole = sport_body(**fields)
    required = [key for key in whole if key in unfit]
    for number in range(count):
        match number % 4:
            case 0:
                key = draw.choice(required)
                yield Malformed(fields={k: v for k, v in whole.items() if k != key}, key=key)
            case 1:
                change, key = draw.choice(RULES)
                yield Malformed(fields={**whole, **change}, key=key)
            case _:
                key = draw.choice(list(unfit))
                yield Malformed(fields={**whole, key: draw.choice(unfit[key])}, key=key)


CALLBACKS = "/callback-api/api/v1"
SPORT = f"{CALLBACKS}/sport-activities-callback/activity-accepted"
ACTIVITIES = f"{CALLBACKS}/activities"


def assert_nothing_is_stored() -> None:
    assert not Activity.objects.exists()
    assert not InboxMessage.objects.exists()
    assert posted() == []


def named(answer: Any) -> set[str]:
    return {(error["field"] or "").split(".")[-1] for error in answer.json()["errors"]}


@pytest.mark.django_db
def test_malformed_callbacks_are_refused_with_their_key(caller: Caller):
    client, participant = caller("activities.receive"), ParticipantFactory.create()
    ids = {"activityId": str(uuid.uuid4()), "userId": str(participant.pk)}

    for bad in malformed_callbacks(200, **ids):
        answer = client.post(SPORT, {"body": bad.fields}, format="json")
        assert (answer.status_code, bad.key in named(answer)) == (422, True), bad

    assert_nothing_is_stored()


@pytest.mark.django_db
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


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_connection")
def test_malformed_events_are_given_up_with_their_key(settings: Settings):
    settings.CONSUMER_RETRIES = 0
    participant = ParticipantFactory.create()

    for bad in malformed_events(200, participantId=str(participant.pk)):
        verdict = take_event(received(str(uuid.uuid4()), bad.fields), Flag())
        assert isinstance(verdict, Dead), bad
        assert bad.key in verdict.reason, verdict

    assert_nothing_is_stored()


@pytest.mark.django_db
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
