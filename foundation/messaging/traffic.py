"""How other services answered in the last hour, and how fast: counted in Redis.

Only shown to people: if Redis is unavailable or loses it, nothing else changes.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import accumulate

from prometheus_client.core import GaugeMetricFamily
from redis.exceptions import RedisError

from foundation.records.gauges import gauge
from foundation.records.quick_redis import quick_redis

PART = timedelta(minutes=5)
PARTS = 12
_KEPT_SECONDS = int(PART.total_seconds()) * (PARTS + 1)
# Seconds: an answer counts under the first bound that it took no longer than, or under none.
BOUNDS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 60)
_LONGER = "longer"
SHARES = (0.5, 0.95)


class CallEnd(StrEnum):
    """How a call of a service ended: `BUSY` is neither an answer nor a failure."""

    ANSWERED = "answered"
    FAILED = "failed"
    BUSY = "busy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """The calls of a service since a moment, an hour ago at most; None: none is known.

    `took`: how many answers took no longer than a bound, by the bound; of the slower ones none.
    """

    since: datetime | None
    ends: Mapping[str, int]
    took: Mapping[float, int]

    @property
    def error_rate(self) -> float | None:
        """The share of failed calls of those that were answered or failed."""
        answered, failed = self.ends.get(CallEnd.ANSWERED, 0), self.ends.get(CallEnd.FAILED, 0)
        return failed / (answered + failed) if answered + failed else None

    def within(self, share: float) -> float | None:
        """Return the bound within which this share of the answers came; None: not within any."""
        wanted = share * self.ends.get(CallEnd.ANSWERED, 0)
        counts = accumulate(self.took.get(bound, 0) for bound in BOUNDS)
        found = (bound for bound, count in zip(BOUNDS, counts, strict=True) if count >= wanted)
        return next(found, None) if wanted else None


def count_call(service: str, end: CallEnd, seconds: float, now: datetime) -> None:
    """Count a call of a service that ended; without Redis it is not counted."""
    count_calls(service, [(end, seconds)], now)


def count_calls(service: str, calls: Iterable[tuple[CallEnd, float]], now: datetime) -> None:
    """Count calls of a service: how each ended, after how many seconds."""
    counts = Counter[str]()
    for end, seconds in calls:
        counts[end] += 1
        if end is CallEnd.ANSWERED:
            counts[next((str(bound) for bound in BOUNDS if seconds <= bound), _LONGER)] += 1
    key = _keys(service, now)[0]
    try:
        with quick_redis() as client, client.pipeline(transaction=False) as pipe:
            for name, count in counts.items():
                pipe.hincrby(key, name, count)
            pipe.expire(key, _KEPT_SECONDS)
            pipe.execute()
    except RedisError:
        return


def get_traffic(service: str, now: datetime) -> Traffic | None:
    """Return the calls of the last hour; None: Redis is unavailable."""
    try:
        with quick_redis() as client, client.pipeline(transaction=False) as pipe:
            for key in _keys(service, now):
                pipe.hgetall(key)
            parts = pipe.execute()
    except RedisError:
        return None
    counted: Counter[str] = Counter()
    for part in parts:
        counted.update({name.decode(): int(count) for name, count in part.items()})
    earliest = max((number for number, part in enumerate(parts) if part), default=None)
    since = None if earliest is None else _start(now) - earliest * PART
    return Traffic(
        since=since,
        ends={end: counted[end] for end in CallEnd},
        took={bound: counted[str(bound)] for bound in BOUNDS},
    )


def traffic_gauges(
    kind: str, labels: Sequence[str], services: Iterable[tuple[str, Sequence[str]]], now: datetime
) -> list[GaugeMetricFamily]:
    """Return the calls of the last hour, from Redis; without it there are none.

    :param kind: what the services are, which begins the names: `peer`
    :param labels: the names of the labels
    :param services: their keys, with the values of the labels
    """
    what = f"Calls of a {kind} that ended in the last hour."
    count = gauge(f"{kind}_calls_in_an_hour", what, *labels, "end")
    what = "Seconds within which this share of its answers came, of those that answered."
    took = gauge(f"{kind}_answer_seconds", what, *labels, "share")
    for service, values in services:
        if (traffic := get_traffic(service, now)) is None:
            break  # Redis is unavailable, for the others too
        for end in CallEnd:
            count.add_metric([*values, end.value], traffic.ends[end])
        for share in SHARES if traffic.ends[CallEnd.ANSWERED] else ():
            took.add_metric([*values, str(share)], traffic.within(share) or math.inf)
    return [count, took]


def _keys(service: str, now: datetime) -> Sequence[str]:
    """Return the keys of the last hour's parts, the latest first."""
    starts = (_start(now) - number * PART for number in range(PARTS))
    return [f"calls:{service}:{start:%Y%m%d%H%M}" for start in starts]


def _start(now: datetime) -> datetime:
    moment = now.astimezone(UTC)
    minute = moment.minute - moment.minute % 5
    return moment.replace(minute=minute, second=0, microsecond=0)
