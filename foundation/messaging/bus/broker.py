"""The event bus: one durable topic exchange over RabbitMQ or Redis, by `EVENT_BUS_URL`.

Each process declares it, so what is published before its consumer ever ran waits in the queue.
"""

import random
import socket
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import amqp.exceptions
import structlog
from django.conf import settings
from kombu import Connection, Exchange, Producer, Queue
from kombu.exceptions import KombuError
from redis.exceptions import RedisError, ResponseError

from foundation.messaging import tracing
from foundation.messaging.bus import events
from foundation.messaging.bus.events import CONTENT_TYPE, Event
from foundation.records.texts import no_answer

log = structlog.get_logger(__name__)

EXCHANGE = Exchange("events", type="topic", durable=True)
QUEUE = "finishline"
DEAD_LETTERS = "finishline.dead-letters"
PERSISTENT = 2
CONNECT_SECONDS = 5
NODE_SECONDS = 2  # to connect to one of several nodes: another one answers sooner
CONFIRM_SECONDS = 10
HEARTBEAT_SECONDS = 8  # a node that went silent is left after two of them
# Until a node is gone that acknowledges no packet; the library's own second would cut slow lines.
UNACKNOWLEDGED_MILLISECONDS = 10_000

# AttributeError: py-amqp sometimes raises it from a broken connection.
CONNECTION_ERRORS = (
    OSError, KombuError, RedisError, amqp.exceptions.AMQPError, AttributeError,
)  # fmt: skip
_local = threading.local()


class BusDown(Exception):
    """The broker could not be reached, or did not confirm."""


class DeclaredOtherwise(Exception):
    """The broker has an exchange or a queue of our name with other properties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredQueue:
    """A durable queue, its topics, and how many messages wait in it for a consumer."""

    name: str
    topics: Sequence[str]
    waiting: int


def connection(*, heartbeat: int = 0) -> Connection:
    """Return a new connection to the bus, not yet opened.

    Of several nodes it begins with any: else each connection would wait first for the one that is
    down.
    """
    nodes = _nodes()
    if not nodes[0].startswith("amqp"):
        transport = f"{__package__}.redis_transport:Transport"
        return Connection(
            settings.EVENT_BUS_URL, transport=transport, transport_options=_redis_options()
        )
    return Connection(
        ";".join(random.sample(nodes, len(nodes))),
        connect_timeout=CONNECT_SECONDS if len(nodes) == 1 else NODE_SECONDS,
        heartbeat=heartbeat,
        transport_options={
            "confirm_publish": True,
            "socket_settings": {socket.TCP_USER_TIMEOUT: UNACKNOWLEDGED_MILLISECONDS},
        },
    )


def connect(opened: Connection) -> None:
    """Connect to the first node that answers; each is tried once, one alone twice."""
    opened.ensure_connection(max_retries=max(1, len(_nodes()) - 1), timeout=CONNECT_SECONDS)


def declare(channel: Any) -> list[DeclaredQueue]:
    """Declare the exchange, our queues and those offered to other services, with their bindings.

    No message expires or is pushed out. A quorum queue is on the disks of a majority of the nodes
    before it confirms.
    """
    EXCHANGE(channel).declare()
    queues = {QUEUE: events.topics(), DEAD_LETTERS: (), **events.offered_queues()}
    kind = {"x-queue-type": "quorum"} if settings.EVENT_BUS_QUORUM_QUEUES else None
    found = []
    for name, topics in queues.items():
        queue: Any = Queue(name, durable=True, exchange=EXCHANGE, queue_arguments=kind)(channel)
        waiting = queue.queue_declare().message_count
        for topic in topics:
            queue.bind_to(EXCHANGE, routing_key=topic)
        found.append(DeclaredQueue(name=name, topics=topics, waiting=waiting))
    return found


def declare_all() -> list[DeclaredQueue]:
    """Declare everything over a connection of its own.

    :raises DeclaredOtherwise: what exists stays as it is; `BusDown`: no broker answers.
    """
    opened = connection()
    try:
        connect(opened)
        return declare(opened.channel())
    except CONNECTION_ERRORS as error:
        addresses = ", ".join(Connection(node).as_uri() for node in _nodes())  # no passwords
        reason = f"{addresses}: {type(error).__name__}: {error}"
        raise (DeclaredOtherwise if _exists_otherwise(error) else BusDown)(reason) from error
    finally:
        close(opened)


def publish(event: Event, topic: str) -> None:
    """Publish an event, as `publish_raw` does."""
    publish_raw(event.to_json(), exchange=EXCHANGE.name, routing_key=topic)


def publish_raw(
    body: bytes,
    *,
    exchange: str,
    routing_key: str,
    content_type: str = CONTENT_TYPE,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Publish bytes, persistent and confirmed; `exchange` "" with a queue's name reaches the queue.

    A connection that went stale since the last message is replaced once.

    :raises BusDown: the broker may or may not have it; publish again.
    """
    message = {
        "body": body,
        "exchange": exchange,
        "routing_key": routing_key,
        "content_type": content_type,
        "content_encoding": "binary",
        "headers": {**tracing.trace_headers(), **(headers or {})},
    }
    is_kept = getattr(_local, "producer", None) is not None
    try:
        _publish(message)
    except BusDown:
        if not is_kept:
            raise
        _publish(message)


def close_publisher() -> None:
    """Close this thread's publishing connection, if it has one."""
    producer = getattr(_local, "producer", None)
    _local.producer = None
    if producer is not None:
        close(producer.connection)


def close(opened: Connection) -> None:
    """Close a connection, which may be broken."""
    try:
        opened.release()
    except CONNECTION_ERRORS as error:
        log.debug("bus_connection_closed_badly", error=str(error))


def _nodes() -> list[str]:
    """Return the addresses of the broker's nodes."""
    return [node.strip() for node in settings.EVENT_BUS_URL.split(";") if node.strip()]


def _exists_otherwise(error: Exception) -> bool:
    """Return whether a declaration failed for what exists; in Redis: a key that is no list."""
    if isinstance(error, ResponseError):
        return "WRONGTYPE" in str(error)
    return isinstance(error, amqp.exceptions.PreconditionFailed)


def _publish(message: dict[str, Any]) -> None:
    try:
        _producer().publish(
            **message,
            delivery_mode=PERSISTENT,
            retry=False,
            timeout=CONFIRM_SECONDS,
            confirm_timeout=CONFIRM_SECONDS,
        )
    except (*CONNECTION_ERRORS, amqp.exceptions.MessageNacked) as error:
        close_publisher()
        raise BusDown(no_answer("The event bus", error)) from error


def _producer() -> Producer:
    """Return this thread's producer; py-amqp connections belong to one thread."""
    producer = getattr(_local, "producer", None)
    if producer is None:
        opened = connection()
        connect(opened)
        channel = opened.channel()
        declare(channel)
        producer = _local.producer = Producer(channel)
    return producer


def _redis_options() -> dict[str, Any]:
    # Keys of its own: Celery on the same Redis takes unacknowledged messages back at other times.
    return {
        "visibility_timeout": settings.BUS_VISIBILITY_SECONDS,
        "unacked_key": "events.unacked",
        "unacked_index_key": "events.unacked_index",
        "unacked_mutex_key": "events.unacked_mutex",
        # While a killed consumer holds this, the next one cannot take back its messages.
        "unacked_mutex_expire": 5,
        "priority_steps": [0],
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": CONFIRM_SECONDS,
        "socket_keepalive": True,
    }
