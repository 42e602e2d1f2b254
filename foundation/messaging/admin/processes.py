"""Processes on the staff's first page: whether Redis answers, beat sends and workers finish tasks.

From the notes that `/metrics` reads, with the bounds of the alerts of the same names. A look has no
minutes to wait, as alerts have: what may end by itself in a moment is shown too.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.conf import settings
from redis.exceptions import RedisError

from foundation.messaging import heartbeats
from foundation.messaging.models import OutboxMessage
from foundation.records.plain_words import amount, counted
from foundation.staff.dashboard import DANGER, WARNING, Figure, span

BEAT_SILENT = timedelta(seconds=120)
QUEUE_IDLE = timedelta(seconds=300)
OF_BEAT, BEATS_QUEUE = heartbeats.OF_BEAT, settings.CELERY_TASK_DEFAULT_QUEUE


def processes() -> Iterator[Figure]:
    """Yield what of Redis, beat and the workers does not run; without Redis, no more is known.

    For who may see messages: these wait then.
    """
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    try:
        waiting = {name: tasks for name, tasks in heartbeats.lengths() if tasks}
        ages = heartbeats.ages(*queues, OF_BEAT)
    except (RedisError, OSError):
        yield _figure("Redis away", "no answer", DANGER)
        return
    silent = {name: timedelta(seconds=age) for name, age in ages.items()}
    yield from _beat(waiting, silent)
    yield from _queues(waiting, silent)


def _beat(waiting: Mapping[str, int], silent: Mapping[str, timedelta]) -> Iterator[Figure]:
    """Yield how long beat is silent, if it is not a worker that leaves its tasks undone."""
    last = silent.get(OF_BEAT)
    if BEATS_QUEUE not in waiting and (last is None or last > BEAT_SILENT):
        yield _figure("Beat silent", "no task yet" if last is None else span(last), DANGER)


def _queues(waiting: Mapping[str, int], silent: Mapping[str, timedelta]) -> Iterator[Figure]:
    """Yield how many queues have tasks that wait while no worker finishes any.

    One without a note is to be looked at: perhaps its first task was sent a moment ago.
    """
    idle = {name: silent.get(name) for name in waiting}
    if late := {name: age for name, age in idle.items() if age is None or age > QUEUE_IDLE}:
        tone = DANGER if any(late.values()) else WARNING
        said = "; ".join(_said(waiting, late))
        yield _figure("Queue not drained", amount(len(late)), tone, said)


def _said(waiting: Mapping[str, int], late: Mapping[str, timedelta | None]) -> Iterator[str]:
    for name, age in late.items():
        since = "yet" if age is None else f"for {span(age)}"
        yield f"{name}: {counted(waiting[name], 'task')} waiting, none done {since}"


def _figure(title: str, value: str, tone: str, note: str = "") -> Figure:
    """Return a figure that has no list; what to do is its page of the runbook."""
    page = f"{title.title().replace(' ', '')} in docs/operations.md"
    found = Figure(title=title, value=value, model=OutboxMessage, link="", note=note)
    return found.for_staff(tone, page)
