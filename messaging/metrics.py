"""What Prometheus reads about the outbox, the dead letters and the services that are down."""

from collections.abc import Iterator

import structlog
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from messaging.models import LANE, Outage
from messaging.queries import get_backlog

log = structlog.get_logger(__name__)


class MessagingCollector(Collector):
    """Asks the database at scrape time; without a database it reports nothing."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Name the metrics without asking the database (used at registration)."""
        yield from _families()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges as they are now."""
        families = _families()
        try:
            _measure(*families)
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            return
        yield from families


def register() -> None:
    """Have the gauges in the process's registry, once."""
    known = REGISTRY._collector_to_names  # noqa: SLF001 - there is no public way to ask
    if not any(isinstance(collector, MessagingCollector) for collector in known):
        REGISTRY.register(MessagingCollector())


def _measure(
    waiting: GaugeMetricFamily,
    age: GaugeMetricFamily,
    dead: GaugeMetricFamily,
    letters: GaugeMetricFamily,
    paused: GaugeMetricFamily,
) -> None:
    backlog, now = get_backlog(), timezone.now()
    for kind, heap in backlog.waiting.items():
        waiting.add_metric([kind], heap.count)
        age.add_metric([kind], heap.seconds)
    dead.add_metric([], backlog.dead.count)
    letters.add_metric([], backlog.dead_letters.count)
    for outage in Outage.objects.paused().exclude(service__startswith=LANE):
        if outage.since:
            seconds = (now - outage.since).total_seconds()
            paused.add_metric([outage.service, outage.name], seconds)


def _families() -> tuple[GaugeMetricFamily, ...]:
    return tuple(
        GaugeMetricFamily(f"finishline_{name}", what, labels=labels)
        for name, what, labels in (
            ("outbox_waiting", "Outbox rows not delivered.", ["kind"]),
            (
                "outbox_oldest_undelivered_seconds",
                "Age of the oldest outbox row not delivered.",
                ["kind"],
            ),
            ("outbox_dead", "Outbox rows given up.", []),
            ("dead_letters", "Dead letters not sent back.", []),
            (
                "provider_paused_seconds",
                "How long a provider or a competitor service has been paused, for those that are.",
                ["provider", "name"],
            ),
        )
    )
