"""What Prometheus reads about the outbox, its lanes, dead letters, outages, jobs and queues."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from foundation.messaging import heartbeats
from foundation.messaging.jobs import JOB_KINDS
from foundation.messaging.models import PEER, LongJobState
from foundation.messaging.outbox.holding import is_held
from foundation.messaging.queries import (
    get_backlog,
    list_lanes_waiting,
    list_paused_lanes,
    list_paused_providers,
)
from foundation.messaging.traffic import traffic_gauges
from foundation.records.gauges import SHARED, gauge, register_gauges

DAY = timedelta(days=1)


def _messages(now: datetime) -> list[GaugeMetricFamily]:
    backlog = get_backlog(now)
    waiting = gauge("outbox_waiting", "Outbox rows not delivered.", "kind")
    age = gauge("outbox_oldest_undelivered_seconds", "Age of the oldest such row.", "kind")
    dead = gauge("outbox_dead", "Outbox rows given up.")
    letters = gauge("dead_letters", "Dead letters neither sent back nor put aside.")
    for kind, heap in backlog.waiting.items():
        waiting.add_metric([kind], heap.count)
        age.add_metric([kind], heap.age.total_seconds())
    dead.add_metric([], backlog.dead.count)
    letters.add_metric([], backlog.dead_letters.count)
    return [waiting, age, dead, letters]


def _lanes(now: datetime) -> list[GaugeMetricFamily]:
    waiting = gauge("lane_waiting", "Outbox rows not delivered, by lane.", "lane")
    age = gauge("lane_oldest_seconds", "Age of the oldest such row.", "lane")
    paused = gauge("lane_paused_seconds", "How long a lane has been paused, of those.", "lane")
    for lane, heap in list_lanes_waiting(now).items():
        waiting.add_metric([lane], heap.count)
        # What is held back waits on purpose, and is not late.
        age.add_metric([lane], 0 if is_held(lane) else heap.age.total_seconds())
    for lane, pause in list_paused_lanes(now).items():
        paused.add_metric([lane], pause.total_seconds())
    return [waiting, age, paused]


def _paused(now: datetime) -> list[GaugeMetricFamily]:
    what = "How long a provider or a competitor service has been paused, for those that are."
    paused = gauge("provider_paused_seconds", what, "provider", "name")
    for outage in list_paused_providers():
        seconds = (now - (outage.since or now)).total_seconds()
        paused.add_metric([outage.service, outage.name], seconds)
    return [paused]


def _jobs(now: datetime) -> list[GaugeMetricFamily]:
    """Return the long jobs by kind; one is overdue when no process continued it in time."""
    unfinished = gauge("jobs_unfinished", "Long jobs that wait or run.", "kind")
    overdue = gauge("job_overdue_seconds", "How long the latest such job is overdue.", "kind")
    failed = gauge("jobs_failed_in_a_day", "Long jobs that failed in 24 hours.", "kind")
    for name, kind in sorted(JOB_KINDS.items()):
        rows = kind.model._default_manager.order_by()
        open_rows = rows.filter(finished_on=None)
        due = open_rows.filter(next_attempt_on__lte=now).order_by("next_attempt_on")
        longest = due.values_list("next_attempt_on", flat=True).first()
        unfinished.add_metric([name], open_rows.count())
        overdue.add_metric([name], (now - longest).total_seconds() if longest else 0)
        ended = rows.filter(finished_on__gt=now - DAY, state=LongJobState.FAILED)
        failed.add_metric([name], ended.count())
    return [unfinished, overdue, failed]


class RedisCollector(Collector):
    """Asks Redis at scrape time; without it, it says only that there is none."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = gauge("redis_up", "Whether Redis answered this scrape.")
        try:
            found = _queues()
        except (RedisError, OSError):
            found = []
        up.add_metric([], bool(found))
        yield from (up, *found)
        services = ((f"{PEER}{name}", [name]) for name in sorted(settings.PEERS))
        yield from traffic_gauges("peer", ["peer"], services, timezone.now())


def _queues() -> list[GaugeMetricFamily]:
    tasks = gauge("celery_queue_tasks", "Celery tasks that wait for a worker.", "queue")
    idle = gauge("celery_queue_idle_seconds", "Since a task of the queue ended.", "queue")
    failing = gauge("task_failing_seconds", "How long a task failed each time.", "task")
    beat = gauge("beat_silent_seconds", "Since a task ended that only beat sends.")
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    for name, length in heartbeats.lengths():
        tasks.add_metric([name], length)
    ages = heartbeats.ages(*queues, heartbeats.OF_BEAT)
    for name in queues:
        if name in ages:
            idle.add_metric([name], ages[name])
    if heartbeats.OF_BEAT in ages:
        beat.add_metric([], ages[heartbeats.OF_BEAT])
    for task, age in sorted(heartbeats.failing().items()):
        failing.add_metric([task], age)
    return [tasks, idle, beat, failing]


# Once, when the app imports this.
register_gauges(_messages, _lanes, _paused, _jobs)
SHARED.register(RedisCollector())
