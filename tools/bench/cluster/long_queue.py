"""A million messages in a quorum queue of the cluster: memory, the first message, a lost leader.

    python -m tools.bench.cluster.long_queue [--messages 1000000]

The cluster is that of `tools.bench.cluster`. While its consumers are away, so many events are published
and confirmed; then the consumers start. After some seconds a reader in their place takes the rest
out, and the node that leads the queue is killed in the middle. Prints the memory of each node, how
soon the first event was taken in, and what was lost. Exits with 1 if a bar is missed.
"""

import argparse
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import amqp
import psutil

from tools.bench.cluster.cluster import Cluster, run_cluster, why_not
from tools.bench.cluster.hosts import ADDRESSES, run
from tools.bench.cluster.strikes import AWAY, AWAY_SECONDS, BOTH
from tools.bench.verdicts import Verdict, conclude, show_figures

TOPIC = "photos.photo-deleted"
AT_ONCE = 2_000  # published and not yet confirmed, or read and not yet acknowledged
LOOKS = 10
OUR_SECONDS = 20.0  # that our own consumers read
END_SECONDS = 1800.0
MOST_MEGABYTES = 1_000.0
SOON_SECONDS = 15.0  # of which a process needs some to start
RABBITMQCTL = (
    "env", "HOME=/var/lib/rabbitmq", "LC_ALL=C.UTF-8", "/usr/lib/rabbitmq/bin/rabbitmqctl",
)  # fmt: skip
ERRORS = (OSError, amqp.exceptions.AMQPError)


def main() -> None:
    """Fill the queue, empty it, and print whether the bars are met."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.cluster.long_queue", description=__doc__
    )
    parser.add_argument("--messages", type=int, default=1_000_000)
    asked = parser.parse_args()
    if reason := why_not():
        parser.error(reason)
    with run_cluster({}) as cluster:
        verdicts = measure(cluster, asked.messages)
    conclude(verdicts)


def measure(cluster: Cluster, count: int) -> list[Verdict]:
    """Return the verdicts on a queue of so many messages."""
    for host in BOTH:
        cluster.parts[host].hold("consumer", AWAY)
    memory = {"before": _megabytes(cluster)}
    began = time.monotonic()
    sent: set[UUID] = set()
    for _ in range(LOOKS):
        sent |= publish(count // LOOKS)
        memory[f"{len(sent):,} messages"] = _megabytes(cluster)
    show_figures(
        f"Memory of RabbitMQ's nodes, MB; published in {time.monotonic() - began:.0f} s",
        {moment: ", ".join(f"{mb:.0f}" for mb in each) for moment, each in memory.items()},
    )
    first, ours = _taken_in(cluster)
    reader = Reader(found=set(ours))
    _lose_leader(cluster, reader, len(sent))
    lost = len(sent - reader.found)
    most = max(max(each) for each in memory.values())
    return [
        Verdict(bar=f"at most {MOST_MEGABYTES:g} MB a node", measured=f"{most:.0f} MB",
                passed=most <= MOST_MEGABYTES),
        Verdict(bar=f"consumers take the first event in within {SOON_SECONDS:g} s of their start",
                measured=f"{first:.1f} s; {len(ours):,} in {OUR_SECONDS:g} s",
                passed=first <= SOON_SECONDS),
        Verdict(bar="none lost when the leader of the queue is killed",
                measured=f"{lost} of {len(sent):,} lost, {reader.again:,} read again",
                passed=not lost),
    ]  # fmt: skip


def publish(count: int) -> set[UUID]:
    """Publish so many events of photos that never were; return their ids once all are confirmed.

    Many at once: the product's own publisher waits for each confirmation.
    """
    from django.utils import timezone

    from foundation.messaging.bus.broker import EXCHANGE, PERSISTENT
    from foundation.messaging.bus.cloud_events import CONTENT_TYPE, Event

    waiting: set[int] = set()

    def confirmed(tag: int, multiple: bool) -> None:
        waiting.difference_update([each for each in waiting if each <= tag] if multiple else [tag])

    sent = set()
    with _connection("one") as connection:
        channel = connection.channel()
        channel.confirm_select()
        channel.events["basic_ack"].add(confirmed)
        for tag in range(1, count + 1):
            photo = uuid4()
            sent.add(photo)
            event = Event(
                id=str(photo), source="/bench", type=TOPIC, subject=str(photo),
                time=timezone.now(), data={"photoId": str(photo), "albumId": str(photo)},
            )  # fmt: skip
            message = amqp.Message(
                event.to_json(), content_type=CONTENT_TYPE, delivery_mode=PERSISTENT
            )
            channel.basic_publish(message, exchange=EXCHANGE.name, routing_key=TOPIC)
            waiting.add(tag)
            while len(waiting) > (AT_ONCE if tag < count else 0):
                connection.drain_events(timeout=60)
    return sent


@dataclass(slots=True, kw_only=True)
class Reader:
    """Reads the queue from whichever node answers; `found`: also what our consumers took in."""

    found: set[UUID]
    again: int = 0
    is_stopped: bool = False

    def run(self, count: int) -> None:
        """Read until so many different messages were read and acknowledged."""
        hosts = cycle(ADDRESSES)
        while len(self.found) < count and not self.is_stopped:
            with suppress(*ERRORS), _connection(next(hosts)) as connection:
                self._read(connection, count)

    def _read(self, connection: Any, count: int) -> None:
        from foundation.messaging.bus.broker import QUEUE
        from foundation.messaging.bus.cloud_events import Event

        channel, read = connection.channel(), []

        def take(message: Any) -> None:
            photo = UUID(Event.from_json(message.body).id)
            self.again += photo in self.found
            self.found.add(photo)
            read.append(message.delivery_tag)
            if len(read) >= AT_ONCE // 2 or len(self.found) >= count:
                channel.basic_ack(read[-1], multiple=True)
                read.clear()

        channel.basic_qos(0, AT_ONCE, False)
        channel.basic_consume(QUEUE, callback=take)
        while len(self.found) < count and not self.is_stopped:
            connection.drain_events(timeout=10)


def _taken_in(cluster: Cluster) -> tuple[float, set[UUID]]:
    """Let our consumers read for a while; return when the first event was there, and all ids."""
    from django.db import connection

    from foundation.messaging.models import InboxMessage

    began = time.monotonic()
    for host in BOTH:
        cluster.parts[host].hold("consumer", 0)
    if not cluster.wait(InboxMessage.objects.exists, END_SECONDS):
        raise RuntimeError("our consumers take nothing in")
    first = time.monotonic() - began
    cluster.wait(lambda: time.monotonic() - began > first + OUR_SECONDS, END_SECONDS)
    for host in BOTH:
        cluster.parts[host].hold("consumer", AWAY)
    ids = {UUID(each) for each in InboxMessage.objects.values_list("event_id", flat=True)}
    connection.close()
    return first, ids


def _lose_leader(cluster: Cluster, reader: Reader, count: int) -> None:
    """Let the reader empty the queue; kill the node that leads it when a third is read."""
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(reader.run, count)
        cluster.wait(lambda: reading.done() or len(reader.found) > count / 3, END_SECONDS)
        if reading.done():
            raise RuntimeError("the queue was empty before its leader could be killed")
        leader = _leader(cluster)
        print(f"The leader is host {leader}: killed for {AWAY_SECONDS:g} s.", flush=True)
        cluster.parts[leader].hold("rabbitmq", AWAY_SECONDS)
        cluster.wait(reading.done, END_SECONDS)
        reader.is_stopped = True
    reading.result()


def _leader(cluster: Cluster) -> str:
    from foundation.messaging.bus.broker import QUEUE

    listed = run(*cluster.hosts["three"].inside(
        *RABBITMQCTL, "list_queues", "--quiet", "--no-table-headers", "name", "leader",
        user="rabbitmq",
    ))  # fmt: skip
    rows = (line.split() for line in listed.splitlines())
    address = next(node.partition("@")[2] for name, node in rows if name == QUEUE)
    return next(name for name, each in ADDRESSES.items() if each == address)


def _megabytes(cluster: Cluster) -> list[float]:
    """Return what each node of RabbitMQ has in memory."""
    return [
        sum(psutil.Process(pid).memory_info().rss for pid in parts.pids("rabbitmq")) / 1e6
        for parts in cluster.parts.values()
    ]


def _connection(host: str) -> Any:
    from django.conf import settings

    user = urlsplit(settings.EVENT_BUS_URL.partition(";")[0])
    until_gone: Any = {socket.TCP_USER_TIMEOUT: 10_000}
    return amqp.Connection(
        host=f"{ADDRESSES[host]}:5672", userid=user.username, password=user.password,
        connect_timeout=5, read_timeout=30, heartbeat=8,
        socket_settings=until_gone,
    )  # fmt: skip


if __name__ == "__main__":
    main()
