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

from foundation.records.database import is_away

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
    """Reads all gauges; without a database it says only that there is none.

    Gauges whose statement fails are left out, logged and counted; the others are shown.
    """

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = gauge("database_up", "Whether the database answered this scrape.")
        failing = gauge("gauges_failing", "Functions whose gauges could not be read.")
        try:
            read = _read_all(timezone.now())
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        failing.add_metric([], sum(found is None for found in read))
        yield from (up, failing)
        for found in read:
            yield from found or ()


def _read_all(now: datetime) -> list[list[GaugeMetricFamily] | None]:
    """Return what each function reads; None: its statement failed."""
    return [_read(gauges, now) for gauges in _OF_DATABASE]


def _read(gauges: Gauges, now: datetime) -> list[GaugeMetricFamily] | None:
    try:
        return list(gauges(now))
    except (DatabaseError, InterfaceError) as error:
        if is_away(error):
            raise
        name = f"{gauges.__module__}.{gauges.__qualname__}"
        log.warning("gauges_failed", gauges=name, exc_info=error)
        return None


SHARED.register(DatabaseCollector())
