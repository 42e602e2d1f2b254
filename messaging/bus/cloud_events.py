"""Events of the bus and their wire shape: CloudEvents 1.0 in structured JSON.

Source: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from cloudevents.core.base import BaseCloudEvent
from cloudevents.core.exceptions import CloudEventValidationError
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

from records.written_json import WrittenNumber

CONTENT_TYPE = JSONFormat.CONTENT_TYPE


class UnreadableEvent(Exception):
    """A message that is no CloudEvent; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `source` and `id` together are its name."""

    id: str
    source: str
    type: str
    subject: str
    time: datetime
    data: Mapping[str, Any]

    def to_json(self) -> bytes:
        """Return the event as structured CloudEvents JSON."""
        attributes: dict[str, Any] = {
            "id": self.id,
            "source": self.source,
            "type": self.type,
            "time": self.time,
            "datacontenttype": "application/json",
            **({"subject": self.subject} if self.subject else {}),
        }
        return JSONFormat().write(CloudEvent(attributes, dict(self.data)))

    @classmethod
    def from_json(cls, body: bytes) -> "Event":
        """Return the event that `body` holds. The numbers of its data keep every digit.

        :raises UnreadableEvent: not JSON, not CloudEvents 1.0, no time, or data that is no object.
        """
        read = _read(body)
        data = _exactly(body)
        if not isinstance(data, Mapping):
            raise UnreadableEvent("The event's data is not a JSON object.")
        return cls(
            id=read.get_id(),
            source=read.get_source(),
            type=read.get_type(),
            subject=read.get_subject() or "",
            time=cast(datetime, read.get_time()),
            data=data,
        )


def _read(body: bytes) -> BaseCloudEvent:
    try:
        return JSONFormat().read(_strict, body)
    except CloudEventValidationError as error:
        raise UnreadableEvent(str(error)) from error
    # The package does not check the shape of what it parses: an array or a number as the document,
    # or a number as the time, raise these.
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableEvent(f"Not a CloudEvent in JSON: {error}") from error


def _exactly(body: bytes) -> Any:
    """Return the data of a document that `_read` accepts; the package reads numbers as floats."""
    return json.loads(body.decode(), parse_float=WrittenNumber).get("data")


def _strict(attributes: dict[str, Any], data: Any) -> BaseCloudEvent:
    # The package invents an id, a time and a version for an event without them. An invented id
    # would differ at every delivery, and the inbox could not recognise a repeat.
    missing = [name for name in ("specversion", "id", "source", "type") if name not in attributes]
    if missing:
        raise UnreadableEvent(f"The event has no {', '.join(missing)}.")
    return CloudEvent({k: v for k, v in attributes.items() if v is not None}, data)
