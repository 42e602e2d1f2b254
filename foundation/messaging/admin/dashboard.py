"""Messages on the staff's first page: what is not delivered, what is dead, the last event."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from foundation.messaging.admin.about import service_in_words
from foundation.messaging.models import (
    OF_LANES,
    DeadLetter,
    DestinationKind,
    InboxMessage,
    Outage,
    OutboxMessage,
)
from foundation.messaging.queries import Backlog, Heap, last_received
from foundation.messaging.words import topic_in_words
from foundation.records.models import LeftOutRow
from foundation.records.plain_words import amount, reworded
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
        said = [f"{service_in_words(lane)}: {reworded(lane.reason)}" for lane in lanes[:3]]
        shown = {"ended_on__isempty": 1, "kind": "lanes"}
        note, count = "; ".join(said)[:200], amount(len(lanes))
        found = Figure.of(Outage, "Paused receivers", count, note, **shown)
        yield found.for_staff(DANGER, "End the pause…")
