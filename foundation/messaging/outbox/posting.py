"""The outbox: what a command has to send is written in the command's own transaction."""

import base64
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Literal
from uuid import UUID, uuid4

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone

from foundation.messaging.models import PEER, DestinationKind, OutboxMessage
from foundation.messaging.outbox import lanes, rows
from foundation.messaging.tracing import TRACEPARENT, current_request_id, current_traceparent


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(ABC):
    """A message for the outbox. Those of one lane and `key` are delivered in order.

    `priority` is 0 to 100, higher first, as albums have it.
    """

    key: UUID | str
    priority: int = 0

    @abstractmethod
    def row(self) -> OutboxMessage:
        """Return the row that stands for this message; `post` adds key, priority, ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerMessage(Message):
    """A request to a service of `settings.PEERS`; `path` is appended to its address.

    Any 2xx answer is delivery. The request may arrive more than once, so the peer must accept
    repeats (a version in `body`, or the header `Idempotency-Key`, the same at every attempt).
    """

    peer: str
    method: Literal["POST", "PUT", "PATCH", "DELETE"]
    path: str
    body: Mapping[str, Any]

    def row(self) -> OutboxMessage:
        if self.peer not in settings.PEERS:
            raise ImproperlyConfigured(f"No peer {self.peer!r} in settings.PEERS.")
        return OutboxMessage(
            kind=DestinationKind.PEER,
            destination=self.peer,
            lane=f"{PEER}{self.peer}",
            attributes={"method": self.method, "path": self.path},
            body=dict(self.body),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicMessage(Message):
    """An event for the bus: `data` under `topic`, which is also its CloudEvents type.

    `event_id` defaults to a new one, `occurred_on` to now. With a `routing_key` the event is
    published under this instead of its topic: for a queue that gets only some events of the topic.
    """

    topic: str
    subject: str
    data: Mapping[str, Any]
    event_id: UUID | None = None
    occurred_on: datetime | None = None
    routing_key: str = ""

    def row(self) -> OutboxMessage:
        time = self.occurred_on or timezone.now()
        event_type = {"type": self.topic} if self.routing_key else {}
        return OutboxMessage(
            message_id=self.event_id or uuid4(),
            kind=DestinationKind.TOPIC,
            destination=self.routing_key or self.topic,
            lane=lanes.BUS,
            attributes={"subject": self.subject, "time": time.isoformat(), **event_type},
            body=dict(self.data),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTopicMessage(Message):
    """A message sent back to `topic` byte for byte as it was received, readable or not."""

    topic: str
    body: bytes
    content_type: str

    def row(self) -> OutboxMessage:
        return OutboxMessage(
            kind=DestinationKind.TOPIC,
            destination=self.topic,
            lane=lanes.BUS,
            attributes={"contentType": self.content_type, "encoding": "base64"},
            body={"base64": base64.b64encode(self.body).decode()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerMessage(Message):
    """A payload for a handler of ours registered under the name `handler`."""

    handler: str
    payload: Mapping[str, Any]

    def row(self) -> OutboxMessage:
        return OutboxMessage(
            kind=DestinationKind.HANDLER,
            destination=self.handler,
            lane=f"{lanes.HANDLER}{self.handler}",
            body=dict(self.payload),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MailMessage(Message):
    """A mail of plain text to one address; if the worker dies, it may arrive twice.

    `is_secret`: staff do not see the text, which has a link that opens an account.
    """

    to: str
    subject: str
    text: str
    is_secret: bool = False

    def row(self) -> OutboxMessage:
        subject = " ".join(self.subject.split())  # a header of several lines would be refused
        body = {"to": self.to, "subject": subject, "text": self.text}
        body |= {"isSecret": "yes"} if self.is_secret else {}
        return OutboxMessage(
            kind=DestinationKind.MAIL, destination=lanes.MAIL, lane=lanes.MAIL, body=body
        )


def post(*messages: Message) -> None:
    """Write the messages into the caller's transaction; they are delivered once it has committed.

    Messages with the same lane and key (so events of one key, whatever their topics) are delivered
    in the order of writing, if the command locks its aggregate first.
    """
    _require_transaction("outbox.post")
    if not messages:
        return
    written = [message.row() for message in messages]
    ids = {"requestId": current_request_id(), TRACEPARENT: current_traceparent()}
    known = {name: value for name, value in ids.items() if value}
    for message, row in zip(messages, written, strict=True):
        row.key, row.priority = str(message.key), message.priority
        row.attributes |= known
    rows.insert(written)
    transaction.on_commit(partial(lanes.wake, *sorted({row.lane for row in written})))


def withdraw(destination: str, keys: Collection[UUID | str], reason: str) -> int:
    """Take back what was not delivered to a destination under these keys; return how many messages.

    It is final: dead ones cannot be sent back. A request under way is delivered, or not retried.
    Every command that posts under these keys must do so under the lock that the caller holds, or a
    message may be written right after this looked.
    """
    _require_transaction("outbox.withdraw")
    return rows.withdraw(destination, [str(key) for key in keys], reason)


def _require_transaction(what: str) -> None:
    if transaction.get_autocommit():
        raise transaction.TransactionManagementError(
            f"{what} belongs inside the transaction whose outcome it reports."
        )
