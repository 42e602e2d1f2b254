"""The server's Prometheus metrics."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector


class Metrics:
    """The metrics of one server, in a separate registry, so that tests can start several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.accepted = Counter(
            "vision_requests_accepted_total", "Requests accepted", ["type"], registry=self.registry
        )
        self.refused = Counter(
            "vision_requests_refused_total", "Requests refused", ["code"], registry=self.registry
        )
        self.recognised = Counter(
            "vision_images_recognised_total", "Images done", registry=self.registry
        )
        self.delivered = Counter(
            "vision_callbacks_delivered_total", "Callbacks delivered", registry=self.registry
        )
        self.failed = Counter(
            "vision_requests_failed_total", "Requests given up", ["step"], registry=self.registry
        )
        for step in ("Recognise", "Deliver"):  # else the first would be no increase
            self.failed.labels(step)
        self.postponed = Counter(
            "vision_attempts_failed_total",
            "Attempts to be repeated",
            ["step"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "vision_recognition_seconds",
            "Processor time of one image",
            buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32),
            registry=self.registry,
        )
        self.waiting = Gauge(
            "vision_queue_requests", "Requests in the queue", ["step"], registry=self.registry
        )
