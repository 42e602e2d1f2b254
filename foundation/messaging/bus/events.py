"""Events of the bus (CloudEvents 1.0), and who gets those of a topic."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from foundation.records.formats import Unstorable, WrittenNumber, as_iso_text, without_repeats

# Events of the bus: CloudEvents 1.0 in structured JSON.
#
# Source: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md

CONTENT_TYPE = "application/cloudevents+json"


class UnreadableEvent(Exception):
    """A message that is no CloudEvent; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `source` and `id` together are its name.

    `traceparent`: the extension for distributed tracing. Source:
    https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/extensions/distributed-tracing.md
    """

    id: str
    source: str
    type: str
    subject: str
    time: datetime
    data: Mapping[str, Any]
    traceparent: str = ""

    def to_json(self) -> bytes:
        return json.dumps({
            "specversion": "1.0",
            "id": self.id,
            "source": self.source,
            "type": self.type,
            "time": as_iso_text(self.time),
            "datacontenttype": "application/json",
            **({"subject": self.subject} if self.subject else {}),
            **({"traceparent": self.traceparent} if self.traceparent else {}),
            "data": dict(self.data),
        }).encode()  # fmt: skip

    def data_hash(self) -> str:
        """Return the SHA-256 of the data, whatever the order of their keys; numbers as written."""
        return sha256(json.dumps(_written(self.data), sort_keys=True).encode()).hexdigest()

    @classmethod
    def from_json(cls, body: bytes) -> "Event":
        """Return the event that `body` holds. The numbers of its data keep every digit.

        Nothing that identifies an event is made up: the inbox could not recognise a repeat.

        :raises UnreadableEvent: not JSON, not CloudEvents 1.0, a key twice, or data no object.
        """
        try:
            document = json.loads(
                body.decode("utf-8-sig"),
                parse_float=WrittenNumber,
                object_pairs_hook=without_repeats,
            )
        except Unstorable as error:
            raise UnreadableEvent(error.msg) from error
        except (ValueError, RecursionError) as error:
            raise UnreadableEvent("It is not JSON.") from error
        if not isinstance(document, dict):
            raise UnreadableEvent("The event is not a JSON object.")
        if document.get("specversion") != "1.0":
            raise UnreadableEvent("The event's specversion is not 1.0.")
        if not isinstance(document.get("data"), dict):
            raise UnreadableEvent("The event's data is not a JSON object.")
        return cls(
            id=_text(document, "id"),
            source=_text(document, "source"),
            type=_text(document, "type"),
            subject=_text(document, "subject") if document.get("subject") is not None else "",
            time=_time(document.get("time")),
            data=document["data"],
            traceparent=str(document.get("traceparent") or ""),
        )


def _written(value: Any) -> Any:
    match value:
        case WrittenNumber():
            return {"number": value.written}
        case Mapping():
            return {key: _written(each) for key, each in value.items()}
        case list():
            return [_written(each) for each in value]
    return value


def _text(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    if not isinstance(value, str) or not value:
        raise UnreadableEvent(f"The event has no {name}.")
    return value


def _time(value: object) -> datetime:
    """Return the time of an event; without one, which CloudEvents allows: now."""
    if value is None:
        return datetime.now(UTC)
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise UnreadableEvent("The event's time is no date and time with its zone.")
    return time


EventHandler = Callable[[Event], None]

_handlers: dict[str, list[EventHandler]] = {}
_offered: dict[str, list[str]] = {}


def subscribe(topic: str, handler: EventHandler) -> None:
    """Register `handler` for the events of `topic`.

    It runs inside the transaction that also records the event in the inbox, as do the topic's other
    handlers: what it writes is committed exactly once, or not at all. Network calls come after the
    commit, in `transaction.on_commit(…, robust=True)`. Subscribing twice is subscribing once.
    """
    handlers = _handlers.setdefault(topic, [])
    if handler not in handlers:
        handlers.append(handler)


def handlers_of(topic: str) -> tuple[EventHandler, ...]:
    return tuple(_handlers.get(topic, ()))


def topics() -> list[str]:
    return sorted(_handlers)


def offer_queue(name: str, *topics: str) -> None:
    """Register a durable queue for another service: what is published on `topics` goes into it.

    Every process declares it when it connects to the bus. Offering a queue again adds topics.
    """
    bound = _offered.setdefault(name, [])
    bound.extend(topic for topic in topics if topic not in bound)


def offered_queues() -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(topics) for name, topics in sorted(_offered.items())}
