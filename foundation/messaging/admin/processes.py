"""Processes on the staff's first page: whether Redis answers, beat sends and workers finish tasks.

From the notes that `/metrics` reads, with the bounds of the alerts of the same names. A look has no
minutes to wait, as alerts have: what may end by itself in a moment is shown too.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from redis.exceptions import RedisError

from foundation.messaging import heartbeats
from foundation.messaging.models import OutboxMessage
from foundation.records.plain_words import amount, counted
from foundation.staff.dashboard import DANGER, WARNING, Figure, Section, span

BEAT_SILENT = timedelta(seconds=120)
QUEUE_IDLE = timedelta(seconds=300)
OF_BEAT, BEATS_QUEUE = heartbeats.OF_BEAT, settings.CELERY_TASK_DEFAULT_QUEUE


def processes(_: datetime) -> Section:
    """Return what of Redis, beat and the workers does not run; without Redis, no more is known.

    For who may see messages: these wait then.
    """
    queues = [queue.name for queue in settings.CELERY_TASK_QUEUES]
    try:
        waiting = {name: tasks for name, tasks in heartbeats.lengths() if tasks}
        ages = heartbeats.ages(*queues, OF_BEAT)
    except (RedisError, OSError):
        return Section(title="Processes", figures=[_figure("Redis away", "no answer", DANGER)])
    silent = {name: timedelta(seconds=age) for name, age in ages.items()}
    figures = [_figure("Redis away"), _beat(waiting, silent), _queues(waiting, silent)]
    return Section(title="Processes", figures=figures)


def _beat(waiting: Mapping[str, int], silent: Mapping[str, timedelta]) -> Figure:
    """Return how long beat is silent, if it is not a worker that leaves its tasks undone."""
    last = silent.get(OF_BEAT)
    if BEATS_QUEUE in waiting or (last is not None and last <= BEAT_SILENT):
        return _figure("Beat silent")
    return _figure("Beat silent", "no task yet" if last is None else span(last), DANGER)


def _queues(waiting: Mapping[str, int], silent: Mapping[str, timedelta]) -> Figure:
    """Count the queues whose tasks wait while no worker finishes any.

    One without a note is to be looked at: perhaps its first task was sent a moment ago.
    """
    idle = {name: silent.get(name) for name in waiting}
    late = {name: age for name, age in idle.items() if age is None or age > QUEUE_IDLE}
    if not late:
        return _figure("Queue not drained")
    tone = DANGER if any(late.values()) else WARNING
    said = "; ".join(_said(waiting, late))
    return _figure("Queue not drained", amount(len(late)), tone, said)


def _said(waiting: Mapping[str, int], late: Mapping[str, timedelta | None]) -> Iterator[str]:
    for name, age in late.items():
        since = "yet" if age is None else f"for {span(age)}"
        yield f"{name}: {counted(waiting[name], 'task')} waiting, none done {since}"


def _figure(title: str, value: str = "0", tone: str = "", said: str = "") -> Figure:
    """Return a figure that has no list; if something is wrong, it names its page of the runbook."""
    page = f"{title.title().replace(' ', '')} in docs/operations.md" if tone else ""
    note = f"{said}. {page}" if said else page
    return Figure(title=title, value=value, model=OutboxMessage, link="", note=note, tone=tone)
