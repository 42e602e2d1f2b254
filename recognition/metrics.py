"""Metrics of the providers and the competitor services."""

from collections.abc import Iterator

import structlog
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import REGISTRY, Collector

from recognition.models import ProviderPause

log = structlog.get_logger(__name__)


class PausesCollector(Collector):
    """Asks the database at scrape time; without a database it has nothing to say."""

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Name the metric without asking the database (used at registration)."""
        yield _family()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield for how long each paused provider is paused by now."""
        paused = _family()
        now = timezone.now()
        try:
            for pause in ProviderPause.objects.filter(ended_on=None):
                seconds = (now - pause.since).total_seconds()
                paused.add_metric([pause.provider, pause.name], seconds)
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            return
        yield paused


def _family() -> GaugeMetricFamily:
    return GaugeMetricFamily(
        "finishline_provider_paused_seconds",
        "How long a provider or a competitor service has been paused, for those that are.",
        labels=["provider", "name"],
    )


REGISTRY.register(PausesCollector())
