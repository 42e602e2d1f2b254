"""Events and their JSON."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

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


def test_comes_back_from_its_json_unchanged():
    event = Event(
        id="1",
        source="/s",
        type="t",
        subject="photo",
        time=datetime(2026, 5, 1, 10, tzinfo=UTC),
        data={"n": [1, None, {"ü": "é"}]},
    )

    assert Event.from_json(event.to_json()) == event


def test_keeps_every_digit_of_a_number():
    written = json.dumps({**DOCUMENT, "data": {"distance": "?"}})

    event = Event.from_json(written.replace('"?"', "123456789.123456789").encode())

    assert str(event.data["distance"]) == "123456789.123456789"


def test_reads_what_others_write():
    event = Event.from_json(json.dumps({**DOCUMENT, "subject": None, "traceparent": "x"}).encode())

    assert (event.id, event.type, event.subject) == ("1", "photos.photo-published", "")
    assert event.time == datetime(2026, 5, 1, 10, tzinfo=UTC)


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


def test_reads_json_with_a_byte_order_mark():
    one = event()

    assert Event.from_json(b"\xef\xbb\xbf" + one.to_json()) == one
