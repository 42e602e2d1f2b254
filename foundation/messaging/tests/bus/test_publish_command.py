"""`manage.py publish`…"""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from foundation.messaging.bus import broker

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

    assert published == []


def test_says_that_a_file_is_not_there(published):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("publish", TOPIC, "/nowhere.json")
