"""The inbox: an event's effects and the note that it was received are one transaction."""

import structlog
from django.db import transaction

from messaging.bus.cloud_events import Event
from messaging.bus.subscriptions import EventHandler, handlers_of
from records.statements import Statement

log = structlog.get_logger(__name__)

_INSERT = Statement("""
INSERT INTO messaging_inboxmessage (source, event_id, topic, received_on)
VALUES (%(source)s, %(event_id)s, %(topic)s, statement_timestamp())
ON CONFLICT (source, event_id) DO NOTHING
""")


def take_in(event: Event, topic: str) -> bool:
    """Run the topic's handlers on an event exactly once; return whether this was that once.

    Of two deliveries at the same moment the second waits at the inbox's unique index until the
    first is committed (then it is ignored) or rolled back (then it is the first).

    Work that handlers left for after the commit has run on return. Where that fails it is logged,
    and the event's effects stay: what was to start is due in the database, the sweeps find it.
    """
    committed: list[bool] = []
    try:
        return _take_in(event, topic, committed)
    # After the commit only: see above. Before it, everything is raised.
    except Exception as error:
        if not committed:
            raise
        log.warning("after_commit_failed", topic=topic, event_id=event.id, exc_info=error)
        return True


@transaction.atomic
def _take_in(event: Event, topic: str, committed: list[bool]) -> bool:
    # Registered before the handlers' own, so it runs before any of them can fail.
    transaction.on_commit(lambda: committed.append(True))
    if not _first_time(event, topic):
        return False
    handlers: tuple[EventHandler, ...] = handlers_of(topic)
    for handler in handlers:
        handler(event)
    return True


def _first_time(event: Event, topic: str) -> bool:
    return bool(_INSERT.execute(source=event.source, event_id=event.id, topic=topic))
