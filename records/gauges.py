"""Metrics of what all processes share: the database, and Redis. `/metrics` of the web shows them.

They are asked for at scrape time. One process shows what another one wrote, so alerts and
dashboards take the maximum over all web processes.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import structlog
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry

log = structlog.get_logger(__name__)

Gauges = Callable[[datetime], Iterable[GaugeMetricFamily]]
SHARED = CollectorRegistry()
_OF_DATABASE: list[Gauges] = []  # as the apps register them


def register_gauges(*gauges: Gauges) -> None:
    """Add functions that read gauges from the database."""
    _OF_DATABASE.extend(gauges)


def gauge(name: str, what: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"finishline_{name}", what, labels=labels)


class DatabaseCollector(Collector):
    """Reads all gauges; without a database it says only that there is none."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now, found = timezone.now(), list[GaugeMetricFamily]()
        up = gauge("database_up", "Whether the database answered this scrape.")
        try:
            for gauges in _OF_DATABASE:
                found += gauges(now)
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            found = []
        up.add_metric([], bool(found))
        yield from (up, *found)


SHARED.register(DatabaseCollector())
