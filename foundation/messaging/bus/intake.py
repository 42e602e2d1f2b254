"""What happens with one message from the bus: used, dead with a reason, or left for later.

An event's effects and the note that it was received (the inbox) are one transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event as Flag

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, transaction

from foundation.messaging import tracing
from foundation.messaging.bus.dead_letters import store_dead_letter
from foundation.messaging.bus.events import Event, UnreadableEvent, handlers_of
from foundation.messaging.models import InboxMessage
from foundation.records import database
from foundation.records.database import backoff
from foundation.records.refusals import Conflict, Invalid, Refusal
from foundation.records.texts import reason_of

log = structlog.get_logger(__name__)

RETRY_CAP = 30.0
DATABASE_WAIT_CAP = 5.0
_DATABASE_ERRORS = (DatabaseError, InterfaceError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A message as it came. `topic` is its routing key."""

    topic: str
    body: bytes
    content_type: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """Committed: acknowledge it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead:
    """It cannot be used: to the dead letters, then acknowledge it."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Not handled: do not acknowledge it, the broker redelivers it."""


Intake = TakenIn | Dead | Left


def take_event(message: Received, stopping: Flag) -> Intake:
    """Handle an event, retrying in place as `CONSUMER_RETRIES` allows.

    - Unreadable, without a handler, or refused: dead at once. A Conflict may be a lost race.
    - A handler fails: retried after 0.5, 1, 2 … seconds, then dead.
    - The database is unavailable: retried until it is back; no attempt is counted.
    """
    try:
        event = Event.from_json(message.body)
    except UnreadableEvent as error:
        return Dead(reason=f"Unreadable: {error}")
    if not handlers_of(message.topic):
        return Dead(reason="Nothing here uses this event.")
    came_with = message.headers.get(tracing.TRACEPARENT) or event.traceparent
    with (
        structlog.contextvars.bound_contextvars(topic=message.topic, event_id=event.id),
        tracing.span(f"process {message.topic}", kind="CONSUMER", continues=came_with) as traced,
    ):
        intake = _retried(lambda: _attempts(event, message.topic, stopping), stopping)
        if not isinstance(intake, TakenIn):
            traced.fail(type(intake).__name__)
        return intake


def take_dead_letter(message: Received, stopping: Flag) -> Intake:
    """Store a message of the dead-letter queue, its only place: retry after every error."""

    def store() -> Intake:
        store_dead_letter(message.body, message.content_type, message.headers)
        return TakenIn()

    return _retried(store, stopping, lambda error: isinstance(error, _DATABASE_ERRORS))


class EventHasOtherData(Invalid):
    """This id came with other data."""


@transaction.atomic
def take_in(event: Event, topic: str) -> bool:
    """Run the topic's handlers on an event exactly once; return whether they ran.

    Of two deliveries at the same moment the second waits until the first is committed (then it is
    ignored) or rolled back (then it is the first).

    :raises EventHasOtherData: the id is known, its data were others: a fault of the producer.
    """
    received = InboxMessage(
        source=event.source, event_id=event.id, topic=topic, data_hash=event.data_hash()
    )
    if not received.insert_once():
        known = InboxMessage.objects.filter(source=event.source, event_id=event.id)
        if not known.filter(data_hash=received.data_hash).exists():
            raise EventHasOtherData
        return False
    for handler in handlers_of(topic):
        handler(event)
    return True


def _retried(
    take: Callable[[], Intake],
    stopping: Flag,
    is_retried: Callable[[BaseException], bool] = database.is_away,
) -> Intake:
    outages = 0
    while not stopping.is_set():
        close_old_connections()
        try:
            return take()
        # Only the database's absence goes on from here; everything else is raised.
        except Exception as error:
            if not is_retried(error):
                raise
            outages += 1
            log.warning("database_away", outages=outages, error=str(error))
        finally:
            close_old_connections()
        wait = backoff(outages, base=0.1, cap=DATABASE_WAIT_CAP)
        stopping.wait(wait.total_seconds())
    return Left()


def _attempts(event: Event, topic: str, stopping: Flag) -> Intake:
    failures = 0
    while True:
        try:
            take_in(event, topic)
            return TakenIn()
        except Conflict as refusal:
            reason = refusal.detail
        except Refusal as refusal:
            return Dead(reason=refusal.detail)
        # The handler's failure is the message's reason, not this process's end.
        except Exception as error:
            if database.is_away(error):
                raise
            reason = reason_of(error)
            log.warning("event_handler_failed", failures=failures + 1, exc_info=error)
        failures += 1
        if failures > settings.CONSUMER_RETRIES:
            return Dead(reason=f"Failed {failures} times. {reason}")
        wait = backoff(failures, base=settings.CONSUMER_BACKOFF_BASE, cap=RETRY_CAP)
        if stopping.wait(wait.total_seconds()):
            return Left()
