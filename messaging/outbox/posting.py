"""The outbox: what a command has to send is written in the command's own transaction."""

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.utils import timezone

from messaging.models import DestinationKind, OutboxMessage
from messaging.outbox import lanes, rows, wakeups


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerMessage:
    """A request to a service of `settings.PEERS`; `path` is appended to its address.

    Any 2xx answer is delivery. The request may arrive more than once, so the peer must take repeats
    (a version in `body`, or the header `Idempotency-Key` that every attempt carries unchanged).
    """

    peer: str
    method: Literal["POST", "PUT", "PATCH", "DELETE"]
    path: str
    key: UUID | str
    body: Mapping[str, Any]
    priority: int = 0

    def row(self) -> OutboxMessage:
        """Return the row that stands for this message."""
        return _row(
            DestinationKind.PEER,
            self.peer,
            f"peer:{self.peer}",
            self.key,
            self.priority,
            attributes={"method": self.method, "path": self.path},
            body=dict(self.body),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicMessage:
    """An event for the bus: `data` under `topic`, which is also its CloudEvents type.

    `event_id` defaults to a new one, `occurred_on` to now.
    """

    topic: str
    key: UUID | str
    subject: str
    data: Mapping[str, Any]
    event_id: UUID | None = None
    occurred_on: datetime | None = None
    priority: int = 0

    def row(self) -> OutboxMessage:
        """Return the row that stands for this message."""
        time = self.occurred_on or timezone.now()
        row = _row(
            DestinationKind.TOPIC,
            self.topic,
            lanes.BUS,
            self.key,
            self.priority,
            attributes={"subject": self.subject, "time": time.isoformat()},
            body=dict(self.data),
        )
        row.message_id = self.event_id or row.message_id
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTopicMessage:
    """A message sent back to `topic` byte for byte as it once came, readable or not."""

    topic: str
    key: UUID | str
    body: bytes
    content_type: str

    def row(self) -> OutboxMessage:
        """Return the row that stands for this message."""
        return _row(
            DestinationKind.TOPIC,
            self.topic,
            lanes.BUS,
            self.key,
            0,
            attributes={"contentType": self.content_type, "encoding": "base64"},
            body={"base64": base64.b64encode(self.body).decode()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerMessage:
    """A payload for an in-house handler registered under the name `handler`.

    `priority` is 0 to 100, higher first, as albums have it.
    """

    handler: str
    key: UUID | str
    payload: Mapping[str, Any]
    priority: int = 0

    def row(self) -> OutboxMessage:
        """Return the row that stands for this message."""
        return _row(
            DestinationKind.HANDLER,
            self.handler,
            f"handler:{self.handler}",
            self.key,
            self.priority,
            attributes={},
            body=dict(self.payload),
        )


Message = PeerMessage | TopicMessage | RawTopicMessage | HandlerMessage


def post(*messages: Message) -> None:
    """Write the messages into the caller's transaction; they are delivered once it has committed.

    One INSERT for all of them, and one hint for the workers after the commit. Messages with the
    same destination and key are delivered in the order of writing; the transactions of one key must
    therefore follow each other, which they do where a command locks its aggregate first.

    :raises ImproperlyConfigured: the peer is not in `settings.PEERS`.
    :raises transaction.TransactionManagementError: there is no transaction to be part of.
    """
    _require_transaction("outbox.post")
    if not messages:
        return
    OutboxMessage.objects.bulk_create([message.row() for message in messages])
    transaction.on_commit(wakeups.send_hint)


def withdraw(destination: str, keys: Collection[UUID | str], reason: str) -> int:
    """Take back what a destination has not been told under these keys; return how many messages.

    Part of the caller's transaction, and for good: what waits is not sent any more, what is dead
    cannot be sent back, and both are kept with the reason. A request under way is not called back:
    where it arrives its message is delivered, where it does not it is not tried again.

    Whoever posts under these keys must do so under the lock that the caller holds, or a message may
    be written right after this looked.

    :raises transaction.TransactionManagementError: there is no transaction to be part of.
    """
    _require_transaction("outbox.withdraw")
    return rows.withdraw(destination, [str(key) for key in keys], reason)


def _require_transaction(what: str) -> None:
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError(
            f"{what} belongs inside the transaction whose outcome it tells."
        )


def _row(
    kind: DestinationKind,
    destination: str,
    lane: str,
    key: UUID | str,
    priority: int,
    *,
    attributes: dict[str, Any],
    body: dict[str, Any],
) -> OutboxMessage:
    if kind == DestinationKind.PEER and destination not in settings.PEERS:
        raise ImproperlyConfigured(f"No peer {destination!r} in settings.PEERS.")
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    if request_id:
        attributes["requestId"] = str(request_id)
    return OutboxMessage(
        message_id=uuid4(),
        kind=kind,
        destination=destination,
        lane=lane,
        key=str(key),
        priority=priority,
        attributes=attributes,
        body=body,
    )
