"""Messages on the staff's first page: what is not delivered, what is dead, what came in last."""

from datetime import datetime, timedelta

from messaging.models import DeadLetter, DestinationKind, InboxMessage, Outage, OutboxMessage
from messaging.queries import Backlog, Heap, get_backlog, last_taken_in
from staff.dashboard import DANGER, WARNING, Figure, Section, amount, span
from staff.links import address_of_list

SLOW = timedelta(minutes=5)
TITLES = {
    DestinationKind.PEER: "Undelivered results",
    DestinationKind.TOPIC: "Unpublished events",
    DestinationKind.HANDLER: "Unhandled events",
}


def messages(now: datetime) -> Section:
    """Return what waits in the outbox, what is dead, and when the last event came."""
    backlog = get_backlog()
    waiting = [_waiting(title, kind, backlog.waiting[kind]) for kind, title in TITLES.items()]
    return Section(
        title="Messages",
        figures=[*waiting, *_dead(backlog), _paused_lanes(), _last_event(now)],
    )


def _waiting(title: str, kind: str, heap: Heap) -> Figure:
    return Figure(
        title=title,
        value=amount(heap.count),
        note=f"the oldest for {span(heap.age)}" if heap.count else "",
        model=OutboxMessage,
        link=address_of_list(OutboxMessage, state="waiting", kind__exact=kind),
        tone=DANGER if heap.age > SLOW else "",
    )


def _dead(backlog: Backlog) -> list[Figure]:
    rows, letters = backlog.dead, backlog.dead_letters
    return [
        Figure(
            title="Messages given up",
            value=amount(rows.count),
            note=f"the oldest {span(rows.age)} ago" if rows.count else "",
            model=OutboxMessage,
            link=address_of_list(OutboxMessage, state="dead"),
            tone=DANGER if rows.count else "",
        ),
        Figure(
            title="Dead letters",
            value=amount(letters.count),
            note=f"the oldest {span(letters.age)} ago" if letters.count else "",
            model=DeadLetter,
            link=address_of_list(DeadLetter, sent_back_on__isempty=1),
            tone=WARNING if letters.count else "",
        ),
    ]


def _paused_lanes() -> Figure:
    lanes = list(Outage.objects.paused().of_lanes().order_by("name"))
    return Figure(
        title="Peers that are down",
        value=amount(len(lanes)),
        note="; ".join(f"{lane.name}: {lane.reason}" for lane in lanes[:3])[:200],
        model=Outage,
        link=address_of_list(Outage, ended_on__isempty=1),
        tone=DANGER if lanes else "",
    )


def _last_event(now: datetime) -> Figure:
    last = last_taken_in()
    return Figure(
        title="Last event taken in",
        value=f"{span(now - last.received_on)} ago" if last else "none",
        note=last.topic if last else "",
        model=InboxMessage,
        link=address_of_list(InboxMessage),
    )
