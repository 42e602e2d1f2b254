"""What Prometheus reads about the entrances of activities."""

from prometheus_client import Counter

UNKNOWN_FIELDS = Counter(
    "finishline_activity_unknown_fields",
    "Fields of callbacks and events that no rule knows and that were ignored, by entrance.",
    ["entrance"],
)
