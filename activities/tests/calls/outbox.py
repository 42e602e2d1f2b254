"""What activities have posted, and running their steps."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from foundation.messaging.bus.events import Event
from foundation.messaging.models import DestinationKind, OutboxMessage
from foundation.messaging.outbox.drain import FAILURES, drain

STEPS = (
    "reward_and_apply",
    "calculate_reward",
    "apply_activity",
    "complete_task",
    "refill_balance",
    "take_back_reward",
)


def posted() -> list[str]:
    """Return the destinations of all messages, in the order of writing."""
    return list(OutboxMessage.objects.order_by("pk").values_list("destination", flat=True))


def published() -> list[str]:
    """Return the topics of all events, in the order of writing."""
    rows = OutboxMessage.objects.filter(kind=DestinationKind.TOPIC).order_by("pk")
    return list(rows.values_list("destination", flat=True))


def run_step(name: str) -> None:
    """Run one step for all activities that wait for it."""
    drain(f"handler:activities.{name}")


def take_apart() -> None:
    """Let what follows new data have failed so often that each step is posted by itself."""
    rows = OutboxMessage.objects.filter(destination="activities.reward_and_apply")
    rows.update(attempts=FAILURES, due_on=timezone.now())
    run_step("reward_and_apply")


def run_steps() -> None:
    """Run every step that waits, and those that follow."""
    for name in STEPS:
        run_step(name)


def event_of(topic: str, data: dict[str, Any], subject: object = "") -> Event:
    """Return an event as the bus brings it."""
    return Event(
        id=str(uuid4()),
        source="/sources",
        type=topic,
        subject=str(subject),
        time=timezone.now(),
        data=data,
    )
