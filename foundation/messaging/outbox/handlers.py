"""Delivery to our own handlers, which the drain of their lane runs.

The handler's effects and the row's end are one transaction under the row's lock: they happen once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from django.db import transaction

from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.rows import Batch, BatchResult, record_failure, take, traced
from foundation.messaging.words import receiver_in_words
from foundation.records import database
from foundation.records.plain_words import reason_of

log = structlog.get_logger(__name__)

OutboxHandler = Callable[[Mapping[str, Any]], None]

FAILURES = 4  # before `after_failures`: a quarter of a minute, with the shortest back-off of 1 s


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A handler, and what is run in its place after `FAILURES` failed attempts."""

    handler: OutboxHandler
    after_failures: OutboxHandler

    def at(self, attempts: int) -> OutboxHandler:
        return self.handler if attempts < FAILURES else self.after_failures


_registered: dict[str, Registered] = {}


def outbox_handler(
    name: str, *, after_failures: OutboxHandler | None = None
) -> Callable[[OutboxHandler], OutboxHandler]:
    """Register a function as the handler `name` of HandlerMessages.

    It gets the payload inside a transaction, and must not call the network there. What it raises
    rolls everything back and is retried, `OUTBOX_MAX_ATTEMPTS` times; then the row is dead until
    staff send it back. The decorator belongs in a module that the app imports in `ready()`.

    :param after_failures: run in its place once it has failed `FAILURES` times: of a handler that
        does several steps at once, one that posts each step by itself.
    """

    def register(function: OutboxHandler) -> OutboxHandler:
        _registered[name] = Registered(handler=function, after_failures=after_failures or function)
        return function

    return register


def to_handlers(batch: Batch) -> BatchResult:
    """Run the lane's handler on one row after the other."""
    name = batch.rows[0].destination
    if name not in _registered:
        # Perhaps of a newer version that runs beside this one: a worker of that one takes it later.
        reason = f"There is no {receiver_in_words(batch.rows[0].lane)}."
        for row in batch.rows:
            record_failure(row, reason)
        return BatchResult(handled=len(batch.rows))
    handled = 0
    for row in batch.rows:
        # It may take longer than the lease: who takes the lane meanwhile skips a locked row.
        if handled and batch.is_late(0):
            break
        handled += handle(row)
    return BatchResult(handled=handled)


def handle(row: OutboxMessage) -> bool:
    """Run the handler on a due row, record how that went; return whether it was run.

    A row that another worker has locked or ended meanwhile is left alone. If the database went
    away, the row is still due.
    """
    try:
        with traced(row):
            return _handle_in_transaction(row)
    # The outermost frame of the row: whatever the handler raises becomes the row's reason.
    except Exception as error:
        if database.is_away(error):
            raise
        log.warning(
            "outbox_handler_failed", handler=row.destination, outbox_id=row.pk, exc_info=error
        )
        record_failure(row, reason_of(error))
        return True


@transaction.atomic
def _handle_in_transaction(row: OutboxMessage) -> bool:
    attempts = take(row)
    if attempts is None:
        return False
    _registered[row.destination].at(attempts)(row.body)
    return True
