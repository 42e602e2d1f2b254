"""What Prometheus reads about the consumer."""

from prometheus_client import Counter, Histogram

from messaging.bus import subscriptions
from messaging.bus.intake import Verdict

MESSAGES = Counter(
    "finishline_bus_messages", "Messages from the bus by topic and verdict.", ["topic", "verdict"]
)
SECONDS = Histogram("finishline_bus_message_seconds", "Time to handle one message.", ["topic"])


def observe_message(topic: str, verdict: Verdict, seconds: float) -> None:
    """Count one message. Topics without a handler share a label: senders choose them."""
    label = topic if subscriptions.handlers_of(topic) else "other"
    MESSAGES.labels(label, type(verdict).__name__).inc()
    SECONDS.labels(label).observe(seconds)
