"""Every published event is what its document says."""

import base64
import json
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
import yaml
from django.conf import settings
from django.utils import timezone
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from activities.models import Activity
from activities.receiving.commands import (
    CreateActivityCommand,
    UpdateActivityDataCommand,
    create_activity,
    update_activity_data,
)
from activities.records.changes import ActivityEvent
from activities.settling.applying import (
    ApplyActivityCommand,
    SkipActivityCommand,
    apply_activity,
    skip_activity,
)
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.factories import data_of, sport_data
from activities.types import KINDS
from foundation.messaging.bus import broker
from foundation.messaging.models import DestinationKind, OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.outbox.sending import event_of
from foundation.messaging.tests.play.consumers import empty_queues
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.balances.commands import BALANCE_CHANGED, adjust_balance
from rewards.formulas.outcomes import outcome_of
from rewards.limits.budgets import BUDGET_REACHED
from rewards.tests.factories import adjustment, budget, credited

FOLDER = settings.BASE_DIR / "docs/events"


@cache
def validator_of(topic: str) -> Draft202012Validator:
    """Return the validator of the AsyncAPI document's message, envelope and data."""
    document = yaml.load((FOLDER / "asyncapi.yaml").read_bytes(), yaml.CSafeLoader)
    (message,) = (m for m in document["components"]["messages"].values() if m["name"] == topic)
    files = {path.name: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (f"./{name}", DRAFT202012.create_resource(schema)) for name, schema in files.items()
    )
    return Draft202012Validator(
        message["payload"]["schema"],
        registry=registry,
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )


def faults_of(body: bytes) -> list[str]:
    event = json.loads(body)
    return [error.message for error in validator_of(event["type"]).iter_errors(event)]


def create(activity_type: str = "SportActivity") -> Activity:
    return create_activity(
        CreateActivityCommand(
            now=timezone.now(),
            activity_id=uuid4(),
            participant_id=ParticipantFactory.create().pk,
            activity_data=data_of(activity_type),
            activity_type=activity_type,
        )
    )


def reward(activity: Activity) -> None:
    calculate_reward(CalculateRewardCommand(activity_id=activity.pk))


def update(activity: Activity) -> None:
    update_activity_data(
        UpdateActivityDataCommand(
            activity_id=activity.pk,
            activity_data=sport_data(Distance="11"),
            activity_type=activity.type,
        )
    )


def apply(activity: Activity) -> None:
    task = ParticipantExerciseTaskFactory.create(participant=activity.participant)
    apply_activity(
        ApplyActivityCommand(
            now=timezone.now(), activity_id=activity.pk, participant_exercise_task_id=task.pk
        )
    )


@pytest.fixture
def _a_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = outcome_of(Decimal("41.5"))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: worth)


@pytest.mark.django_db
@pytest.mark.usefixtures("_a_reward")
def test_whatever_command_publishes_it():
    for name in KINDS:
        create(name)
    applied, skipped = create(), create()
    for activity in (applied, skipped):
        update(activity)
        reward(activity)
    apply(applied)
    update(applied)
    skip_activity(SkipActivityCommand(activity_id=skipped.pk, reason="none suits"))
    skip_activity(SkipActivityCommand(activity_id=create().pk, reason="none suits"))
    apply(create())
    credit = credited("12")
    adjust_balance(adjustment(credit.balance_id, "-2.5", activity_id=credit.pk))
    adjust_balance(adjustment(credit.balance_id))
    activity = create()
    budget(activity.marketing_program_id, 50)
    reward(activity)

    rows = OutboxMessage.objects.filter(kind=DestinationKind.TOPIC)
    events = [event_of(row) for row in rows]

    topics = {kind.topic for kind in ActivityEvent.__subclasses__()}
    assert {e.type for e in events} == {*topics, BALANCE_CHANGED, BUDGET_REACHED}
    assert {e.type: faults_of(e.to_json()) for e in events if faults_of(e.to_json())} == {}


def test_and_another_event_is_not():
    created = json.loads(json.dumps(_EXAMPLE))

    assert faults_of(json.dumps(created).encode()) == []
    for broken in (
        {**created, "data": {**created["data"], "reward": 5}},
        {**created, "data": {**created["data"], "more": 5}},
        {**created, "time": "yesterday"},
        {key: value for key, value in created.items() if key != "subject"},
    ):
        assert faults_of(json.dumps(broken).encode())


@pytest.mark.django_db(transaction=True)
def test_on_the_broker_too():
    broker.close_publisher()
    empty_queues()
    create("UploadImageActivity")

    drain("bus")

    with broker.connection() as opened:
        channel: Any = opened.channel()
        if hasattr(channel, "client"):
            (item,) = channel.client.lrange("task-manager.image-uploads", 0, -1)
            _redis_message().validate(json.loads(item))
            body = base64.b64decode(json.loads(item)["body"])
        else:
            message = channel.basic_get("task-manager.image-uploads", no_ack=True)
            assert message.properties["delivery_mode"] == broker.PERSISTENT
            assert "expiration" not in message.properties
            assert message.properties["content_type"] == "application/cloudevents+json"
            body = message.body if isinstance(message.body, bytes) else message.body.encode()
    assert faults_of(body) == []


def _redis_message() -> Draft202012Validator:
    return Draft202012Validator(json.loads((FOLDER / "redis-message.json").read_text()))


_EXAMPLE: dict[str, Any] = {
    "specversion": "1.0",
    "id": "3f1c1c62-6f0e-4f0a-9f43-0a6a5e0c7b11",
    "source": "/finishline",
    "type": "activities.activity-created",
    "subject": "3f1c1c62-6f0e-4f0a-9f43-0a6a5e0c7b12",
    "time": "2026-05-17T10:31:04.120331Z",
    "data": json.loads((FOLDER / "activities.activity-created.json").read_text())["examples"][0],
}
