"""Messages and processes on the staff's first page: what is not delivered or dead, who works."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from redis.exceptions import RedisError

from foundation.messaging import heartbeats
from foundation.messaging.admin.subjects import service_in_words
from foundation.messaging.models import (
    OF_LANES,
    DeadLetter,
    DestinationKind,
    InboxMessage,
    Outage,
    OutboxMessage,
    topic_in_words,
)
from foundation.messaging.queries import Backlog, Heap, last_received
from foundation.records.models import LeftOutRow
from foundation.records.texts import amount, counted
from foundation.staff.dashboard import DANGER, WARNING, Figure, span

MOST_LEFT_OUT = 99  # that are counted
SLOW = timedelta(minutes=5)
PROBED_WITHIN = timedelta(minutes=1)
CHANGE = "messaging.change_outboxmessage"
TITLES = {
    DestinationKind.PEER: "Undelivered results",
    DestinationKind.TOPIC: "Unpublished events",
    DestinationKind.HANDLER: "Unhandled messages",
    DestinationKind.MAIL: "Unsent mails",
}


def needs(backlog: Backlog, now: datetime) -> Iterator[Figure]:
    """Yield what is not sent in time, given up, unread, left out, and who does not answer."""
    for kind, title in TITLES.items():
        if (waiting := backlog.waiting[kind]).age > SLOW:
            yield _waiting(title, kind, waiting).for_staff(DANGER, "See why they fail")
    if dead := backlog.dead.count:
        note = f"the oldest {span(backlog.dead.age)} ago"
        found = Figure.of(OutboxMessage, "Messages given up", amount(dead), note, state="dead")
        yield found.for_staff(DANGER, "Send again…", CHANGE)
    if letters := backlog.dead_letters.count:
        note = f"the oldest {span(backlog.dead_letters.age)} ago"
        found = Figure.of(DeadLetter, "Dead letters", amount(letters), note, state="open")
        yield found.for_staff(WARNING, "See what is wrong with them")
    yield from _left_out()
    yield from _paused_lanes(now)


def deliveries(backlog: Backlog) -> Iterator[Figure]:
    """Yield what waits to be sent to the services, at the end of a photo's way."""
    if (waiting := backlog.waiting[DestinationKind.PEER]).count:
        yield _waiting("To be delivered", DestinationKind.PEER, waiting)


def last_event(now: datetime) -> Iterator[Figure]:
    """Yield when the last event came, if any did."""
    if last := last_received():
        value = f"{span(now - last.received_on)} ago"
        yield Figure.of(InboxMessage, "Last event", value, topic_in_words(last.topic))


def _waiting(title: str, kind: str, heap: Heap) -> Figure:
    note, filters = f"the oldest for {span(heap.age)}", {"state": "waiting", "kind__exact": kind}
    return Figure.of(OutboxMessage, title, amount(heap.count), note, **filters)


def _left_out() -> Iterator[Figure]:
    """Yield how many rows failed by themselves in jobs and sweeps, with the last ones."""
    if rows := list(LeftOutRow.objects.order_by("-last_on")[: MOST_LEFT_OUT + 1]):
        note = "; ".join(f"{row}: {row.reason}" for row in rows[:2])[:200]
        count = amount(len(rows), MOST_LEFT_OUT)
        found = Figure.of(LeftOutRow, "Rows left out", count, note)
        yield found.for_staff(WARNING, "See why; each is tried again")


def _paused_lanes(now: datetime) -> Iterator[Figure]:
    """Yield the lanes that failed when last tried; one without rows is not tried, and may work."""
    asked = Outage.objects.paused().filter(OF_LANES, next_probe_on__gt=now - PROBED_WITHIN)
    if lanes := list(asked.order_by("name")):
        said = [f"{service_in_words(lane)}: {lane.reason}" for lane in lanes[:3]]
        shown = {"ended_on__isempty": 1, "kind": "lanes"}
        note, count = "; ".join(said)[:200], amount(len(lanes))
        found = Figure.of(Outage, "Paused receivers", count, note, **shown)
        yield found.for_staff(DANGER, "End the pause…")


# Processes on the staff's first page: whether Redis answers, beat sends and workers finish tasks.
#
# From the notes that `/metrics` reads, with the bounds of the alerts of the same names. A look has
# no minutes to wait, as alerts have: what may end by itself in a moment is shown too.

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
