"""What Prometheus reads about the consumer."""

from collections.abc import Iterable

from prometheus_client import Counter, Gauge, Histogram

from messaging.bus import subscriptions
from messaging.bus.broker import DeclaredQueue
from messaging.bus.intake import Verdict

MESSAGES = Counter(
    "finishline_bus_messages", "Messages from the bus by topic and verdict.", ["topic", "verdict"]
)
SECONDS = Histogram("finishline_bus_message_seconds", "Time to handle one message.", ["topic"])
QUEUED = Gauge(
    "finishline_bus_queue_messages", "Messages that wait in a queue for its consumer.", ["queue"]
)


def observe_message(topic: str, verdict: Verdict, seconds: float) -> None:
    """Count one message. Topics without a handler share a label: senders choose them."""
    label = topic if subscriptions.handlers_of(topic) else "other"
    MESSAGES.labels(label, type(verdict).__name__).inc()
    SECONDS.labels(label).observe(seconds)


def show_queues(queues: Iterable[DeclaredQueue]) -> None:
    """Show how many messages wait in each queue."""
    for queue in queues:
        QUEUED.labels(queue.name).set(queue.waiting)
