"""What Prometheus reads about photos, callbacks, selfies and calls of providers."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from prometheus_client.core import GaugeMetricFamily

from foundation.messaging.traffic import traffic_gauges
from foundation.records.gauges import gauge
from recognition.numbers.competitor_services import competitor_service
from recognition.photos.backlog import (
    MANY,
    Waiting,
    count_unusable_callbacks,
    get_due_photos,
    get_photo_standing,
    get_waiting_callbacks,
)
from recognition.providers.faces import provider_of
from recognition.providers.models import Account, CompetitorInstance
from recognition.providers.numbers import number_provider
from recognition.providers.pace import Provider
from recognition.records.steps import PhotoState
from recognition.selfies.found_photos import count_failed_selfies

DAY = timedelta(days=1)


def photos(now: datetime) -> list[GaugeMetricFamily]:
    """Return what waits, by state, and what is due; counts end at `MANY + 1`, or are a sweep's."""
    waiting = gauge("photos_waiting", "Photos that are not processed.", "state")
    age = gauge("photos_oldest_seconds", "Since the oldest of them was published.", "state")
    due = gauge("photos_due", "Photos of which a step is due.", "step")
    late = gauge("photos_due_seconds", "How long the first of them has been due.", "step")
    by_state = get_photo_standing(now).by_state
    for state in set(PhotoState) - {PhotoState.PROCESSED, PhotoState.DELETED}:
        _add(waiting, age, state.value, by_state.get(state, Waiting()), now)
    standing = get_due_photos(now)
    _add(due, late, "faces", standing.faces, now)
    _add(due, late, "numbers", standing.numbers, now)
    return [waiting, age, due, late]


def callbacks(now: datetime) -> list[GaugeMetricFamily]:
    late = gauge("callbacks_oldest_seconds", "Since the oldest callback not applied came.")
    count = gauge("callbacks_waiting", "Stored callbacks that are not applied.")
    unusable = gauge("callbacks_unusable_in_a_day", "Callbacks rejected or failed in 24 hours.")
    selfies = gauge("selfies_failed_in_a_day", "Selfies failed in 24 hours.")
    waiting = get_waiting_callbacks()
    count.add_metric([], waiting.count)
    late.add_metric([], _seconds(waiting, now))
    unusable.add_metric([], count_unusable_callbacks(now - DAY))
    selfies.add_metric([], count_failed_selfies(now - DAY, MANY + 1))
    return [count, late, unusable, selfies]


def calls(now: datetime) -> list[GaugeMetricFamily]:
    """Return the calls of the last hour, from Redis; without it there are none."""
    services = ((each.key, (each.key, each.name)) for each in _providers())
    return traffic_gauges("provider", ("provider", "name"), services, now)


def _providers() -> Iterator[Provider]:
    yield number_provider()
    yield from map(provider_of, Account.objects.order_by("pk"))
    yield from map(competitor_service, CompetitorInstance.objects.order_by("pk"))


def _add(
    counts: GaugeMetricFamily, ages: GaugeMetricFamily, label: str, found: Waiting, now: datetime
) -> None:
    counts.add_metric([label], found.count)
    ages.add_metric([label], _seconds(found, now))


def _seconds(waiting: Waiting, now: datetime) -> float:
    return (now - waiting.since).total_seconds() if waiting.since else 0.0
