"""The sources of activities: they send callbacks or publish events, each until it is accepted."""

import os
import random
import time
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Event as Flag
from typing import Any
from uuid import uuid4

from tools.bench.wire import Broken, Connection
from tools.local.ports import LOOPBACK

CALLBACK = "/callback-api/api/v2/sport-activities-callback/activity-accepted"
TOPIC = "sport-activities.activity-created"
PAUSE_SECONDS = 0.2
AGAIN = 0.1  # the share that is sent twice

Body = Mapping[str, Any]


class Refused(Exception):
    """An answer that no break explains."""


def shared_out(bodies: Sequence[Body]) -> "SimpleQueue[Body]":
    """Return a queue of the bodies, of which some are in it twice."""
    again = random.Random(5).sample(list(bodies), round(len(bodies) * AGAIN))
    waiting: SimpleQueue[Body] = SimpleQueue()
    for body in [*bodies, *again]:
        waiting.put(body)
    return waiting


def send_callbacks(
    waiting: "SimpleQueue[Body]", token: str, stop: Flag, host: str = LOOPBACK
) -> None:
    """Send callbacks to this host, each until it is answered with 200.

    :raises Refused: an answer of 4xx.
    """
    connection = Connection(int(os.environ["WEB_PORT"]), token, host)
    while (body := _next(waiting)) is not None:
        while not _is_accepted(connection, body) and not stop.is_set():
            time.sleep(PAUSE_SECONDS)
    connection.close()


def publish_events(waiting: "SimpleQueue[Body]", stop: Flag) -> None:
    """Publish events, each until the broker confirms it."""
    from foundation.messaging.bus import broker

    while (body := _next(waiting)) is not None:
        event = event_of(body)
        while not stop.is_set():
            try:
                broker.publish(event, TOPIC)
            except broker.BusDown:
                time.sleep(PAUSE_SECONDS)
            else:
                break


def _next(waiting: "SimpleQueue[Body]") -> Body | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None


def _is_accepted(connection: Connection, body: Body) -> bool:
    try:
        answer = connection.ask("POST", CALLBACK, {"body": body})
    except Broken:
        return False
    if 400 <= answer.status < 500:
        raise Refused(f"{answer.status} {answer.body}")
    return answer.status == 200


def event_of(body: Body) -> Any:
    """Return the event of a body, with an id of its own."""
    from django.utils import timezone

    from foundation.messaging.bus.events import Event

    data = {name: value for name, value in body.items() if name not in ("activityId", "userId")}
    return Event(
        id=str(uuid4()),
        source="/bench",
        type=TOPIC,
        subject=body["activityId"],
        time=timezone.now(),
        data={
            **data,
            "participantId": body["userId"],
            "isCyclic": True,
            "refereeingSystemCheckState": "Accepted",
        },
    )
