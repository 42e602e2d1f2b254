"""The subscription of the tests' listener."""

import time
from pathlib import Path

from django.apps import AppConfig

from foundation.messaging.bus.events import Event

TOPIC = "tests.happened"


class ListenerConfig(AppConfig):
    name = "foundation.messaging.tests.listener"
    label = "messaging_listener"

    def ready(self) -> None:
        """Subscribe."""
        from foundation.messaging.bus.events import subscribe

        subscribe(TOPIC, effect)


def effect(event: Event) -> None:
    """Leave one outbox row an event; the data say what is to happen before that.

    `wait_for`: a path; nothing goes on until it exists, and `{wait_for}.started` says it has begun.
    `fail`: raise, always.
    """
    from foundation.messaging.outbox import TopicMessage, post

    if path := event.data.get("wait_for"):
        _wait_for(Path(path))
    if event.data.get("fail"):
        raise ValueError("asked to fail")
    post(TopicMessage(topic="tests.effect", key=event.id, subject=event.id, data={}))


def _wait_for(path: Path) -> None:
    path.with_suffix(".started").touch()
    deadline = time.monotonic() + 120
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
