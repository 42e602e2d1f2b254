"""What Prometheus is told of outbox, dead letters and consumer."""

from collections.abc import Iterator

import structlog
from django.db import DatabaseError, InterfaceError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from messaging.queries import get_backlog

log = structlog.get_logger(__name__)


class OutboxCollector(Collector):
    """Asks the database at scrape time; without a database it has nothing to say."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Name the metrics without asking the database (used at registration)."""
        yield from _families()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges as they are now."""
        try:
            backlog = get_backlog()
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            return
        rows, age, dead_rows, dead_letters = _families()
        for kind, waiting in backlog.waiting.items():
            rows.add_metric([kind], waiting.count)
            age.add_metric([kind], waiting.seconds)
        dead_rows.add_metric([], backlog.dead.count)
        dead_letters.add_metric([], backlog.dead_letters.count)
        yield from (rows, age, dead_rows, dead_letters)


def register() -> None:
    """Have the gauges in the process's registry, once."""
    if not any(isinstance(known, OutboxCollector) for known in _known()):
        REGISTRY.register(OutboxCollector())


def _known() -> list[Collector]:
    return list(REGISTRY._collector_to_names)  # noqa: SLF001 - there is no public way to ask


def _families() -> tuple[GaugeMetricFamily, ...]:
    return (
        GaugeMetricFamily(
            "finishline_outbox_waiting", "Outbox rows not delivered.", labels=["kind"]
        ),
        GaugeMetricFamily(
            "finishline_outbox_oldest_undelivered_seconds",
            "Age of the oldest outbox row not delivered.",
            labels=["kind"],
        ),
        GaugeMetricFamily("finishline_outbox_dead", "Outbox rows given up.", labels=[]),
        GaugeMetricFamily("finishline_dead_letters", "Dead letters not sent back.", labels=[]),
    )
