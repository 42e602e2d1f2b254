"""What waits in the outbox, what is dead and who is paused: how much of it and since when."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet

from foundation.messaging.models import (
    LANE,
    OF_LANES,
    OPEN_LETTERS,
    PEER,
    UNDELIVERED,
    WAITING,
    DeadLetter,
    DestinationKind,
    InboxMessage,
    Outage,
    OutboxMessage,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """How many messages there are, and the age of the oldest."""

    count: int = 0
    age: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """Outbox rows that wait, by kind of destination; those given up; open dead letters."""

    waiting: Mapping[str, Heap]
    dead: Heap
    dead_letters: Heap


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAttempt:
    """When a message that waits is tried next, and why the last attempt failed.

    `reason` is empty if there was no attempt yet and its lane is not paused.
    """

    on: datetime
    reason: str


def get_backlog(now: datetime) -> Backlog:
    """Return what waits and what is dead: by partial indexes, so it costs what there is of it."""
    kinds = OutboxMessage.objects.waiting().order_by().values_list("kind")
    counted = kinds.annotate(count=Count("pk"), oldest=Min("created_on"))
    dead = OutboxMessage.objects.dead().aggregate(count=Count("pk"), oldest=Min("dead_on"))
    letters = DeadLetter.objects.filter(OPEN_LETTERS)

    waiting = {kind: _heap(count, oldest, now) for kind, count, oldest in counted}
    return Backlog(
        waiting={kind: waiting.get(kind, Heap()) for kind in DestinationKind.values},
        dead=_heap(**dead, now=now),
        dead_letters=_heap(**letters.aggregate(count=Count("pk"), oldest=Min("died_on")), now=now),
    )


def list_lanes_waiting(now: datetime) -> Mapping[str, Heap]:
    """Return what waits in each lane that has something; it costs what waits.

    Where others are delivered, the age leaves out what is refused and tried again, and what waits
    behind it for its key: the lane flows, and a row that goes on being refused is given up.
    """
    rows = OutboxMessage.objects.waiting().order_by().values_list("lane")
    first_refused = Min("created_on", filter=Q(refusals__gt=0))
    counted = rows.annotate(count=Count("pk"), oldest=Min("created_on"), refused=first_refused)
    found = {}
    for lane, count, oldest, refused_since in counted:
        flows = refused_since is not None and _delivers(lane, refused_since)
        found[lane] = _heap(count, _oldest_not_refused(lane) if flows else oldest, now)
    return found


def _delivers(lane: str, since: datetime) -> bool:
    return OutboxMessage.objects.filter(lane=lane, delivered_on__gt=since).exists()


def _oldest_not_refused(lane: str) -> datetime | None:
    waiting = OutboxMessage.objects.waiting().filter(lane=lane)
    refused = waiting.filter(refusals__gt=0).values("key")
    oldest: datetime | None = waiting.exclude(key__in=refused).aggregate(on=Min("created_on"))["on"]
    return oldest


def list_paused_lanes(now: datetime) -> Mapping[str, timedelta]:
    """Return since how long lanes are paused that were tried and failed; by the lane's name."""
    paused = Outage.objects.paused().filter(OF_LANES).order_by("service")
    return {each.service.removeprefix(LANE): now - (each.since or now) for each in paused}


def list_paused_providers() -> QuerySet[Outage]:
    """Return the outages of the providers and competitor services paused now, longest first."""
    return Outage.objects.paused().exclude(OF_LANES).order_by("since")


def last_received() -> InboxMessage | None:
    """Return the event that was received last, if any is remembered."""
    return InboxMessage.objects.order_by("-received_on").first()


def messages_of(keys: Collection[str]) -> Sequence[OutboxMessage]:
    """Return the outbox rows with any of these keys, in the order of writing."""
    rows = OutboxMessage.objects.filter(key__in=keys)
    found = [*rows.filter(WAITING), *rows.filter(~WAITING)]  # each has an index
    return sorted(found, key=lambda message: message.pk)


def undelivered_of(keys: Collection[str]) -> QuerySet[OutboxMessage]:
    """Return the rows with any of these keys that wait or were given up, in the order of writing.

    One statement, by index. Such a row stays until it is delivered or withdrawn; then it is deleted
    after `OUTBOX_KEEP_DELIVERED`. So a message without a row was delivered or withdrawn.
    """
    return OutboxMessage.objects.filter(UNDELIVERED, key__in=keys).order_by("pk")


def waiting_for(peer: str) -> QuerySet[OutboxMessage]:
    """Return what waits for a peer in the order of delivery, which an index has."""
    waiting = OutboxMessage.objects.waiting().filter(lane=f"{PEER}{peer}")
    return waiting.order_by("-priority", "due_on", "pk")


def given_up_for(peer: str) -> QuerySet[OutboxMessage]:
    """Return what was given up for a peer and not withdrawn, the latest first, by index."""
    dead = OutboxMessage.objects.dead().filter(UNDELIVERED, lane=f"{PEER}{peer}")
    return dead.order_by("-dead_on")


def get_next_attempt(message: OutboxMessage) -> NextAttempt:
    """Return when a waiting message is tried next: when it is due and its lane is not paused."""
    pause = Outage.objects.paused().filter(service=f"{LANE}{message.lane}").first()
    if pause is None:
        return NextAttempt(on=message.due_on, reason=message.reason)
    again = max(message.due_on, pause.next_probe_on or message.due_on)
    return NextAttempt(on=again, reason=message.reason or pause.reason)


def _heap(count: int, oldest: datetime | None, now: datetime) -> Heap:
    return Heap(count=count, age=now - oldest if oldest else timedelta(0))
