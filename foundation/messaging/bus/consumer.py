"""The event consumer: many messages at once, acknowledged after their commit.

One thread owns the broker's connection: it receives, acknowledges and sends heartbeats. The
messages are handled in threads of a pool, whose results come back through a queue.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag
from typing import Any

import structlog
from django.conf import settings
from kombu import Consumer as KombuConsumer
from kombu import Queue
from prometheus_client import Counter, Gauge, Histogram

from foundation.messaging.bus import broker, events
from foundation.messaging.bus.dead_letters import publish_dead_letter
from foundation.messaging.bus.intake import (
    Dead,
    Intake,
    Left,
    Received,
    take_dead_letter,
    take_event,
)
from foundation.records.database import backoff

log = structlog.get_logger(__name__)

# How long to wait for the broker at most; between the waits it looks for results of the pool.
WAIT_BUSY = 0.05
WAIT_IDLE = 0.5
RECONNECT_CAP = 10.0
DECLARE_EVERY = 15.0

MESSAGES = Counter(
    "finishline_bus_messages", "Messages from the bus by topic and verdict.", ["topic", "verdict"]
)
SECONDS = Histogram("finishline_bus_message_seconds", "Time to handle one message.", ["topic"])
BUS_UP = Gauge("finishline_bus_up", "Whether this consumer is connected to the broker.")
QUEUED = Gauge(
    "finishline_bus_queue_messages", "Messages that wait in a queue for its consumer.", ["queue"]
)

Take = Callable[[Received, Flag], Intake]


class Consumer:
    """Consumes until `stop`, across restarts of broker and database."""

    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency
        self._stopping = Flag()
        self._pool = ThreadPoolExecutor(concurrency, "consumer")

    def stop(self) -> None:
        """Take no more messages, finish those under way. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> bool:
        """Consume until `stop`; return whether all that was under way was finished in time."""
        finished = True
        failures = 0
        while not self._stopping.is_set():
            session = _Session(self._pool, self._concurrency)
            try:
                session.open()
                failures = 0
                finished = session.serve(self._stopping)
            except (*broker.CONNECTION_ERRORS, broker.BusDown) as error:
                failures += 1
                log.warning("bus_connection_lost", error=f"{type(error).__name__}: {error}")
                _show_life()  # a broker that is away is not cured by a new consumer
                wait = backoff(failures, base=0.2, cap=RECONNECT_CAP)
                self._stopping.wait(wait.total_seconds())
            finally:
                session.close()
        self._pool.shutdown(wait=finished, cancel_futures=True)
        return finished


class _Session:
    """One connection to the broker, and its messages, which only it can acknowledge.

    When it breaks, the broker sends them again, and the inbox knows those that were committed.
    """

    def __init__(self, pool: ThreadPoolExecutor, concurrency: int) -> None:
        self._pool = pool
        self._concurrency = concurrency
        self._leaving = Flag()
        self._done: SimpleQueue[tuple[Any, Received, Intake]] = SimpleQueue()
        self._under_way = 0
        self._alive_on = 0.0
        self._declared_on = 0.0
        self._connection = broker.connection(heartbeat=broker.HEARTBEAT_SECONDS)
        self._consumers: list[KombuConsumer] = []
        self._control: Any = None

    def open(self) -> None:
        broker.connect(self._connection)
        self._declare()
        self._consume(broker.QUEUE, take_event)
        self._consume(broker.DEAD_LETTERS, take_dead_letter)
        BUS_UP.set(1)
        log.info("consuming", concurrency=self._concurrency)

    def serve(self, stopping: Flag) -> bool:
        """Receive and acknowledge until `stopping`; return whether the rest finished in time."""
        while not stopping.is_set():
            self._tick(WAIT_BUSY if self._under_way else WAIT_IDLE)
        self._leaving.set()  # first: a message may come before the broker knows of the cancel
        for consumer in self._consumers:
            consumer.cancel()
        until = time.monotonic() + settings.CONSUMER_SHUTDOWN_SECONDS
        while self._under_way and time.monotonic() < until:
            self._tick(WAIT_BUSY)
        log.info("stopped", left=self._under_way)
        return self._under_way == 0

    def close(self) -> None:
        """Close the connection; what is not acknowledged goes back to the broker."""
        BUS_UP.set(0)
        self._leaving.set()
        broker.close(self._connection)
        broker.close_publisher()

    def _consume(self, queue: str, take: Take) -> None:
        # A channel each: the prefetch counts by channel over Redis, by consumer over RabbitMQ.
        channel = self._connection.channel()
        consumer = KombuConsumer(
            channel,
            [Queue(queue, durable=True, no_declare=True)],
            on_message=lambda message: self._submit(message, take),
            prefetch_count=self._concurrency,
            auto_declare=False,
        )
        consumer.consume()
        self._consumers.append(consumer)

    def _tick(self, wait: float) -> None:
        """Wait for messages, then acknowledge what the pool has finished."""
        with suppress(TimeoutError):
            self._connection.drain_events(timeout=wait)
        self._settle_all()
        if time.monotonic() - self._alive_on >= 1.0:
            self._alive_on = time.monotonic()
            if self._connection.supports_heartbeats and self._connection.heartbeat:
                self._connection.heartbeat_check()
            _show_life()
        if time.monotonic() - self._declared_on >= DECLARE_EVERY:
            self._declare()

    def _declare(self) -> None:
        """Declare everything, again too: for the lengths, and for a queue that someone deleted."""
        self._control = self._control or self._connection.channel()
        for queue in broker.declare(self._control):
            QUEUED.labels(queue.name).set(queue.waiting)
        self._declared_on = time.monotonic()

    def _submit(self, message: Any, take: Take) -> None:
        self._under_way += 1
        self._pool.submit(self._handle, message, _received(message), take)

    def _handle(self, message: Any, received: Received, take: Take) -> None:
        """Handle one message in a thread of the pool."""
        intake: Intake = Left()
        started = time.perf_counter()
        try:
            if not self._leaving.is_set():
                intake = take(received, self._leaving)
                # Topics without a handler share a label: senders choose them.
                label = received.topic if events.handlers_of(received.topic) else "other"
                MESSAGES.labels(label, type(intake).__name__).inc()
                SECONDS.labels(label).observe(time.perf_counter() - started)
        # The outermost frame of the thread: the message stays with the broker.
        except Exception as error:
            log.exception("message_left", topic=received.topic, exc_info=error)
        finally:
            self._done.put((message, received, intake))

    def _settle_all(self) -> None:
        while True:
            try:
                message, received, intake = self._done.get_nowait()
            except Empty:
                return
            self._under_way -= 1
            if isinstance(intake, Dead):
                publish_dead_letter(
                    received.body, received.content_type, received.topic, intake.reason
                )
            if not isinstance(intake, Left):
                message.ack()


def _show_life() -> None:
    if settings.CONSUMER_LIVENESS_FILE:
        Path(settings.CONSUMER_LIVENESS_FILE).touch()


def _received(message: Any) -> Received:
    body = message.body
    return Received(
        topic=message.delivery_info.get("routing_key") or "",
        body=body.encode() if isinstance(body, str) else bytes(body),
        content_type=message.content_type or "",
        headers=dict(message.headers or {}),
    )
