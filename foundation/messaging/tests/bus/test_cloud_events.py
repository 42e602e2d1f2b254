"""Events and their JSON."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as some

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event, UnreadableEvent
from foundation.messaging.tests.play.consumers import event

DOCUMENT = {
    "specversion": "1.0",
    "id": "1",
    "source": "/photos",
    "type": "photos.photo-published",
    "time": "2026-05-01T10:00:00Z",
    "data": {"photoId": "p"},
}


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_comes_back_from_its_json_unchanged_also_with_a_byte_order_mark(mark: bytes):
    one = replace(event(), subject="photo", data={"n": [1, None, {"ü": "é"}]})

    assert Event.from_json(mark + one.to_json()) == one


def test_reads_what_others_write_with_every_digit_of_a_number():
    document = {**DOCUMENT, "subject": None, "traceparent": "x", "data": {"distance": "?"}}
    written = json.dumps(document).replace('"?"', "123456789.123456789")

    event = Event.from_json(written.encode())

    assert (event.id, event.type, event.subject) == ("1", "photos.photo-published", "")
    assert event.time == datetime(2026, 5, 1, 10, tzinfo=UTC)
    assert str(event.data["distance"]) == "123456789.123456789"


@pytest.mark.parametrize(
    "change",
    [
        {"id": ""},
        {"id": 7},
        {"specversion": "0.3"},
        {"time": "yesterday"},
        {"time": "2026-05-01T10:00:00"},
        {"time": 5},
        {"data": "text"},
        {"data": None},
        {"data": [1]},
    ],
)
def test_refuses_what_is_no_cloud_event(change: dict[str, object]):
    with pytest.raises(UnreadableEvent):
        Event.from_json(json.dumps({**DOCUMENT, **change}).encode())


_leaves = some.none() | some.integers() | some.text()
_values = some.recursive(
    _leaves, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner)
)


@given(some.binary() | _values.map(lambda value: json.dumps(value).encode()))
def test_refuses_noise_in_one_way_only(body: bytes):
    with pytest.raises(UnreadableEvent):
        Event.from_json(body)


def test_refuses_a_key_that_stands_twice():
    body = b'{"specversion": "1.0", "id": "1", "data": {"distance": 1, "distance": 2}}'

    with pytest.raises(UnreadableEvent, match="The key 'distance' stands twice"):
        Event.from_json(body)


TOPIC = "albums.album-created"
EVENT = {"specversion": "1.0", "id": "a1", "source": "/platform", "type": TOPIC}


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return what reaches the bus."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(
        broker, "publish_raw", lambda body, **how: found.append({**how, "body": body.decode()})
    )
    return found


def file_with(folder: Path, text: str) -> str:
    (folder / "event.json").write_text(text, encoding="utf-8-sig")
    return str(folder / "event.json")


def test_publishes_data_alone_as_an_event_digit_for_digit(published, tmp_path, capsys):
    call_command("publish", TOPIC, file_with(tmp_path, '{"distance": 1.10}'), "--subject=s1")

    [sent] = published
    event = json.loads(sent["body"])
    assert sent["routing_key"] == TOPIC
    assert (event["type"], event["subject"], event["source"]) == (TOPIC, "s1", "/manage.py/publish")
    assert '"distance": 1.10}' in sent["body"]
    assert f"Published on {TOPIC}: event {event['id']}" in capsys.readouterr().out


def test_publishes_a_whole_event_as_it_is(published, tmp_path):
    call_command("publish", TOPIC, file_with(tmp_path, json.dumps({**EVENT, "data": {}})))

    assert json.loads(published[0]["body"].removeprefix("\ufeff"))["id"] == "a1"


@pytest.mark.parametrize(
    ("topic", "text", "said"),
    [
        ("albums.album-create", "{}", f"did you mean '{TOPIC}'?"),
        (TOPIC, "{", "It is not JSON"),
        (TOPIC, "[]", "It is not a JSON object."),
        (TOPIC, json.dumps(EVENT), "The event's data is not a JSON object."),
        (TOPIC, '{"a": 1, "a": 2}', "twice"),
    ],
)
def test_refuses_what_is_no_event(published, tmp_path, topic, text, said):
    with pytest.raises(CommandError, match=said):
        call_command("publish", topic, file_with(tmp_path, text))

    with pytest.raises(CommandError, match="cannot be read"):
        call_command("publish", TOPIC, str(tmp_path / "nowhere.json"))
    assert published == []
