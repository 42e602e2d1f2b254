"""What Prometheus reads about the outbox, the dead letters and the services that are down."""

from collections.abc import Iterator
from datetime import datetime

import structlog
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from messaging.queries import get_backlog, list_paused_providers

log = structlog.get_logger(__name__)


class MessagingCollector(Collector):
    """Asks the database at scrape time; without a database it reports nothing."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Name no metric: the registry would otherwise ask the database at registration."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        try:
            yield from (*_messages(now), _paused(now))
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))


def _messages(now: datetime) -> list[GaugeMetricFamily]:
    backlog = get_backlog(now)
    waiting = _gauge("outbox_waiting", "Outbox rows not delivered.", "kind")
    age = _gauge("outbox_oldest_undelivered_seconds", "Age of the oldest such row.", "kind")
    dead = _gauge("outbox_dead", "Outbox rows given up.")
    letters = _gauge("dead_letters", "Dead letters not sent back.")
    for kind, heap in backlog.waiting.items():
        waiting.add_metric([kind], heap.count)
        age.add_metric([kind], heap.age.total_seconds())
    dead.add_metric([], backlog.dead.count)
    letters.add_metric([], backlog.dead_letters.count)
    return [waiting, age, dead, letters]


def _paused(now: datetime) -> GaugeMetricFamily:
    what = "How long a provider or a competitor service has been paused, for those that are."
    paused = _gauge("provider_paused_seconds", what, "provider", "name")
    for outage in list_paused_providers():
        seconds = (now - (outage.since or now)).total_seconds()
        paused.add_metric([outage.service, outage.name], seconds)
    return paused


def _gauge(name: str, what: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"finishline_{name}", what, labels=labels)


REGISTRY.register(MessagingCollector())  # once, when the app imports this
