"""The documents of the events in docs/events…"""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from jsonschema import Draft7Validator, Draft202012Validator

from activities.records.changes import TASK_MANAGER_QUEUES, ActivityEvent
from activities.records.readings import AppliedEventData, CompletedEventData, CreatedEventData
from foundation.messaging.bus import broker, events
from foundation.rest.serializers import Input
from recognition.handlers import AlbumCreatedData, PhotoDeletedData, PhotoPublishedData
from rewards.balances.commands import BALANCE_CHANGED
from rewards.limits.budgets import BUDGET_REACHED

FOLDER = settings.BASE_DIR / "docs/events"
ENVELOPES = {"cloud-event", "redis-message"}
SHAPES: dict[str, type[Input]] = {
    "photos.photo-published": PhotoPublishedData,
    "photos.photo-deleted": PhotoDeletedData,
    "albums.album-created": AlbumCreatedData,
    "sport-activities.activity-created": CreatedEventData,
    "task-managers.activity-applied": AppliedEventData,
    "task-managers.task-completed": CompletedEventData,
}
EMITTED = sorted(
    [*(event.topic for event in ActivityEvent.__subclasses__()), BALANCE_CHANGED, BUDGET_REACHED]
)
TOPICS = sorted([*EMITTED, *SHAPES])


@cache
def schema_of(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def document() -> Any:
    return yaml.load((FOLDER / "asyncapi.yaml").read_bytes(), yaml.CSafeLoader)


def channels(kind: str) -> dict[str, Any]:
    """Return the channels that are topics (`routingKey`) or queues (`queue`), by address."""
    found = document()["channels"].values()
    return {c["address"]: c for c in found if c["bindings"]["amqp"]["is"] == kind}


def topics_sent_or_received(action: str) -> list[str]:
    """Return the addresses of the topics that the application sends to, or receives from."""
    operations = (o for o in document()["operations"].values() if o["action"] == action)
    used = [found(operation["channel"])["address"] for operation in operations]
    return sorted(set(used) & channels("routingKey").keys())


def found(reference: dict[str, str]) -> Any:
    """Return what a reference within the document leads to."""
    place = document()
    for name in reference["$ref"].removeprefix("#/").split("/"):
        place = place[name]
    return place if "$ref" not in place else found(place)


def test_have_a_schema_for_each_topic_and_no_other():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*TOPICS, *ENVELOPES}


def test_name_each_topic_that_is_consumed():
    own = [topic for topic in events.topics() if not topic.startswith("tests.")]

    assert own == sorted(SHAPES) == topics_sent_or_received("receive")


def test_name_each_topic_that_is_published():
    assert topics_sent_or_received("send") == EMITTED
    assert channels("routingKey").keys() == set(TOPICS)


def test_know_the_only_places_that_publish():
    publishing = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for app in settings.OWN_FOLDERS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "tests" not in path.parts and _makes_topic_messages(path)
    }

    assert publishing == {
        "activities/records/changes.py",
        "rewards/balances/commands.py",
        "rewards/limits/budgets.py",
    }


def test_name_each_queue_with_what_is_bound_to_it():
    queues = {address: set(c["x-bound-to"]) for address, c in channels("queue").items()}

    assert queues == {
        **{name: set(bound) for name, bound in TASK_MANAGER_QUEUES.items()},
        broker.QUEUE: set(SHAPES),
        broker.DEAD_LETTERS: set(),
    }


@pytest.mark.parametrize("name", TASK_MANAGER_QUEUES)
def test_name_the_messages_of_each_queue(name: str):
    messages = {found(m)["name"] for m in channels("queue")[name]["messages"].values()}

    bound = {topic for topic in TASK_MANAGER_QUEUES[name] if topic != name}
    assert messages == (bound or {"activities.activity-created"})


def test_are_asyncapi_3():
    rules = json.loads((Path(__file__).parent / "asyncapi/schema-3.0.0.json").read_text())

    faults = [
        f"{list(e.path)}: {e.message}" for e in Draft7Validator(rules).iter_errors(document())
    ]

    assert faults == []


def test_refer_to_what_is_there():
    places = [reference for reference in _references(document()) if reference.startswith("#")]
    files = set(_references(document())) - set(places)

    assert all(found({"$ref": place}) for place in places)
    assert {Path(file).stem for file in files} == {*TOPICS, "cloud-event"}


@pytest.mark.parametrize("topic", TOPICS)
def test_have_schemas_that_their_own_examples_meet(topic: str):
    schema = schema_of(topic)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)

    assert schema["examples"]
    for example in schema["examples"]:
        validator.validate(example)
        assert not validator.is_valid({**example, **dict.fromkeys(schema["required"])})


@pytest.mark.parametrize("topic", SHAPES)
def test_ask_for_what_the_handler_asks_for(topic: str):
    schema, fields = schema_of(topic), SHAPES[topic]().fields

    assert set(schema["properties"]) == set(fields)
    assert set(schema["required"]) == {name for name, field in fields.items() if field.required}
    nullable = {name for name, field in fields.items() if field.allow_null}
    assert nullable == {name for name, rule in schema["properties"].items() if _is_nullable(rule)}


def test_refuse_the_negatives_that_they_call_not_negative():
    rules = schema_of("sport-activities.activity-created")["properties"].values()

    said = [rule for rule in rules if "not negative" in rule["description"]]
    assert said
    assert [rule["minimum"] for rule in said] == [0] * len(said)


@pytest.mark.parametrize("topic", SHAPES)
def test_have_examples_that_the_handler_reads(topic: str):
    for example in schema_of(topic)["examples"]:
        shape = SHAPES[topic](data=example)

        assert shape.is_valid(), shape.errors


def _makes_topic_messages(path: Path) -> bool:
    calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(isinstance(c.func, ast.Name) and c.func.id == "TopicMessage" for c in calls)


def _is_nullable(rule: dict[str, Any]) -> bool:
    return "null" in rule.get("type", ()) or None in rule.get("enum", ())


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (value for key, value in node.items() if key == "$ref")
    children = node.values() if isinstance(node, dict) else node
    for child in children if isinstance(node, dict | list) else ():
        yield from _references(child)
