"""Consumers as real processes, the broker's queues, and waiting with a deadline."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from uuid import uuid4

import requests
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Queue

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.other_processes import environment

TIMEOUT = 60.0


def wait_until(true: Callable[[], object], what: str, seconds: float = TIMEOUT) -> None:
    """Return once `true()` is; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.02)


def event(**data: object) -> Event:
    """Return a new event for the listener."""
    return Event(
        id=str(uuid4()), source="/tests", type=TOPIC, subject="", time=timezone.now(), data=data
    )


COMMAND = [sys.executable, "-m", "gevent.monkey", "manage.py", "consume_events"]


class RunningConsumer:
    """A `manage.py consume_events` on the test database and the run's bus.

    A message that it does not acknowledge within `visibility_seconds` is sent again over Redis.
    """

    def __init__(self, concurrency: int = 4, visibility_seconds: int = 3) -> None:
        wired = environment("foundation.messaging.tests.listener.settings")
        self.process = subprocess.Popen(
            [*COMMAND, "--concurrency", str(concurrency)],
            cwd=settings.BASE_DIR,
            env={**wired, "BUS_VISIBILITY_SECONDS": str(visibility_seconds)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.process.terminate()

    def kill(self) -> None:
        """Send SIGKILL and wait for the end."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(TIMEOUT)

    def status(self) -> int:
        """Wait for the end and return the exit status."""
        return self.process.wait(TIMEOUT)


@contextmanager
def running_consumer(
    concurrency: int = 4, visibility_seconds: int = 3
) -> Iterator[RunningConsumer]:
    """Run a consumer for the length of a block."""
    consumer = RunningConsumer(concurrency, visibility_seconds)
    try:
        yield consumer
    finally:
        consumer.process.kill()
        output, _ = consumer.process.communicate()
        print(output.decode(errors="replace")[-4000:])


def metrics_at(port: int) -> str:
    """Return the page of metrics of a consumer."""
    return requests.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text


def is_connected(port: int) -> bool | None:
    """Return whether a consumer reports that it is at the bus; None: it does not answer yet."""
    with suppress(requests.ConnectionError):
        return "\nfinishline_bus_up 1.0\n" in metrics_at(port)
    return None


def empty_queues() -> None:
    """Empty the bus."""
    with broker.connection() as opened:
        channel: Any = opened.channel()
        for queue in broker.declare(channel):
            Queue(queue.name)(channel).purge()
        if not _is_amqp():
            channel.client.delete("events.unacked", "events.unacked_index", "events.unacked_mutex")


def queue_length(name: str) -> int:
    """Return how many messages wait in a queue, without those that a consumer has."""
    with broker.connection() as opened:
        channel: Any = opened.channel()
        if _is_amqp():
            declared: Any = Queue(name)(channel).queue_declare(passive=True)
            return int(declared.message_count)
        return int(channel.client.llen(name))


def take_all(name: str) -> list[Event]:
    """Return the events that wait in a queue, oldest first, and take them off it."""
    with broker.connection() as opened:
        queue: Any = Queue(name)(opened.channel())
        return [Event.from_json(message.body) for message in iter(partial(queue.get, True), None)]


def delete_queue(name: str) -> None:
    """Delete a queue and its bindings, which kombu leaves in Redis."""
    with broker.connection() as opened:
        channel: Any = opened.channel()
        if _is_amqp():
            Queue(name)(channel).delete()
            return
        bindings = "_kombu.binding.events"
        for binding in channel.client.smembers(bindings):
            if binding.decode().endswith(f"\x16{name}"):
                channel.client.srem(bindings, binding)
        channel.client.delete(name)


def cut_connections() -> None:
    """Disconnect every client of the broker, as a restart does; the messages stay."""
    if _is_amqp():
        vhost = settings.EVENT_BUS_URL.rsplit("/", 1)[1]
        cut = ["rabbitmqctl", "close_all_connections", "--vhost", vhost, "a test"]
        subprocess.run(cut, check=True, capture_output=True)
        return
    with broker.connection() as opened:
        channel: Any = opened.channel()
        # Of this database alone: other workers of the suite, or a running `up`, have others.
        for client in channel.client.client_list():
            if client["db"] == settings.EVENT_BUS_URL.rpartition("/")[2]:
                channel.client.client_kill_filter(_id=client["id"], skipme=True)


def cut_database_connections() -> None:
    """Disconnect every other client of the test database, and wait until each session is over.

    Else a pooler might lead this process to one of them.
    """
    # This process has done with those that its pool keeps; it would find them dead one after the
    # other, with growing pauses: with six of them for longer than it waits for one.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL's
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _is_amqp() -> bool:
    return bool(settings.EVENT_BUS_URL.startswith("amqp"))
