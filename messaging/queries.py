"""What waits in outbox and dead letters, how much of it and since when."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from messaging.models import WAITING, DestinationKind, InboxMessage, OutboxMessage

_WAITING = """
SELECT kind, count(*), extract(epoch FROM statement_timestamp() - min(created_on))
FROM messaging_outboxmessage
WHERE delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL GROUP BY kind
"""
_DEAD = """
SELECT (SELECT count(*) FROM messaging_outboxmessage WHERE dead_on IS NOT NULL),
       (SELECT extract(epoch FROM statement_timestamp() - min(dead_on))
        FROM messaging_outboxmessage WHERE dead_on IS NOT NULL),
       (SELECT count(*) FROM messaging_deadletter WHERE sent_back_on IS NULL),
       (SELECT extract(epoch FROM statement_timestamp() - min(died_on))
        FROM messaging_deadletter WHERE sent_back_on IS NULL)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """How many messages there are, and the age of the oldest in seconds."""

    count: int = 0
    seconds: float = 0.0

    @property
    def age(self) -> timedelta:
        return timedelta(seconds=self.seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """Outbox rows that wait, by kind of destination; those given up; dead letters not sent back."""

    waiting: Mapping[str, Heap]
    dead: Heap
    dead_letters: Heap


def get_backlog() -> Backlog:
    """Return what waits and what is dead: by partial indexes, so it costs what there is of it."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        waiting = {kind: _heap(count, age) for kind, count, age in cursor.fetchall()}
        cursor.execute(_DEAD)
        dead, dead_age, letters, letters_age = cursor.fetchone()
    return Backlog(
        waiting={kind: waiting.get(kind, Heap()) for kind in DestinationKind.values},
        dead=_heap(dead, dead_age),
        dead_letters=_heap(letters, letters_age),
    )


def last_taken_in() -> InboxMessage | None:
    """Return the event that was taken in last, if any is remembered."""
    return InboxMessage.objects.order_by("-received_on").first()


def _heap(count: int, seconds: float | None) -> Heap:
    return Heap(count=count, seconds=float(seconds or 0))


def messages_of(keys: Collection[str]) -> Sequence[OutboxMessage]:
    """Return the outbox rows with any of these keys, in the order of writing.

    Two reads, because those that wait and those that are over each have an index of their own.
    """
    rows = OutboxMessage.objects.filter(key__in=keys)
    found = [*rows.filter(WAITING), *rows.filter(~WAITING)]
    return sorted(found, key=lambda message: message.pk)
