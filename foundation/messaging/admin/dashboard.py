"""Messages on the staff's first page: what waits, what is dead, what was received last."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model

from foundation.messaging.admin.about import service_in_words
from foundation.messaging.models import (
    OF_LANES,
    DeadLetter,
    DestinationKind,
    InboxMessage,
    Outage,
    OutboxMessage,
)
from foundation.messaging.queries import Heap, get_backlog, last_received
from foundation.messaging.words import topic_in_words
from foundation.records.models import LeftOutRow
from foundation.records.plain_words import amount, reworded
from foundation.staff.dashboard import DANGER, WARNING, Figure, Section, span

MOST_LEFT_OUT = 99  # that are counted
SLOW = timedelta(minutes=5)
PROBED_WITHIN = timedelta(minutes=1)
TITLES = {
    DestinationKind.PEER: "Undelivered results",
    DestinationKind.TOPIC: "Unpublished events",
    DestinationKind.HANDLER: "Unhandled messages",
    DestinationKind.MAIL: "Unsent mails",
}


def messages(now: datetime) -> Section:
    """Return what waits in the outbox, what is dead, and when the last event came."""
    backlog = get_backlog(now)
    waiting = [_waiting(title, kind, backlog.waiting[kind]) for kind, title in TITLES.items()]
    dead = _given_up("Messages given up", backlog.dead, OutboxMessage, DANGER, state="dead")
    letters = backlog.dead_letters
    unused = _given_up("Dead letters", letters, DeadLetter, WARNING, state="open")
    figures = [*waiting, dead, unused, _left_out(), _paused_lanes(now), _last_event(now)]
    return Section(title="Messages", figures=figures)


def _waiting(title: str, kind: str, heap: Heap) -> Figure:
    note = f"the oldest for {span(heap.age)}" if heap.count else ""
    tone, waits = DANGER if heap.age > SLOW else "", heap.age if heap.count else None
    filters = {"state": "waiting", "kind__exact": kind}
    found = Figure.of(OutboxMessage, title, amount(heap.count), note, tone, **filters)
    return replace(found, waits=waits)


def _given_up(title: str, heap: Heap, model: type[Model], tone: str, **filters: Any) -> Figure:
    note = f"the oldest {span(heap.age)} ago" if heap.count else ""
    tone = tone if heap.count else ""
    return Figure.of(model, title, amount(heap.count), note=note, tone=tone, **filters)


def _left_out() -> Figure:
    """Count the rows that failed by themselves in jobs and sweeps, and name the last ones."""
    rows = list(LeftOutRow.objects.order_by("-last_on")[: MOST_LEFT_OUT + 1])
    note = "; ".join(f"{row}: {row.reason}" for row in rows[:2])[:200]
    tone, count = WARNING if rows else "", amount(len(rows), MOST_LEFT_OUT)
    return Figure.of(LeftOutRow, "Rows left out", count, note=note, tone=tone)


def _paused_lanes(now: datetime) -> Figure:
    """Count the lanes that failed when last tried; one without rows is not tried, and may work."""
    asked = Outage.objects.paused().filter(OF_LANES, next_probe_on__gt=now - PROBED_WITHIN)
    lanes = list(asked.order_by("name"))
    note = "; ".join(f"{service_in_words(lane)}: {reworded(lane.reason)}" for lane in lanes[:3])[
        :200
    ]
    tone, filters = DANGER if lanes else "", {"ended_on__isempty": 1, "kind": "lanes"}
    return Figure.of(
        Outage, "Paused receivers", amount(len(lanes)), note=note, tone=tone, **filters
    )


def _last_event(now: datetime) -> Figure:
    last = last_received()
    value = f"{span(now - last.received_on)} ago" if last else "none"
    note = topic_in_words(last.topic) if last else ""
    return Figure.of(InboxMessage, "Last event received", value, note=note)
