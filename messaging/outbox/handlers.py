"""In-house handlers of the outbox: each is a Celery task with its own name and queue.

The handler's effects and the row's end are one transaction, so the effects happen exactly once
however often the row's Celery message arrives.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from celery import current_app
from django.db import transaction

from messaging.models import OutboxMessage
from messaging.outbox import rows, wakeups
from messaging.priorities import celery_priority
from records import database
from records.refusals import Refusal

log = structlog.get_logger(__name__)

OutboxHandler = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Registered:
    function: OutboxHandler
    queue: str


_registered: dict[str, _Registered] = {}


def outbox_handler(
    name: str, *, queue: str = "events", soft_time_limit: int = 60
) -> Callable[[OutboxHandler], OutboxHandler]:
    """Register a function as the handler `name` of HandlerMessages, and as a Celery task `name`.

    The function gets the payload inside a transaction and must not call the network there. Whatever
    it raises rolls everything back and is tried again with back-off, `OUTBOX_MAX_ATTEMPTS` times;
    then the row is dead until staff send it back. The decorator belongs in a module that the app
    imports in `ready()` or in its `tasks.py`.

    :param soft_time_limit: seconds; 30 more and the worker's process is ended.
    """

    def register(function: OutboxHandler) -> OutboxHandler:
        _registered[name] = _Registered(function=function, queue=queue)

        @current_app.task(
            name=name,
            acks_late=True,
            ignore_result=True,
            soft_time_limit=soft_time_limit,
            time_limit=soft_time_limit + 30,
        )
        def run(*, outbox_id: int) -> None:
            handle(name, outbox_id)

        return function

    return register


def is_registered(name: str) -> bool:
    """Say whether some app has a handler of this name."""
    return name in _registered


def dispatch(row: OutboxMessage) -> None:
    """Send the Celery message that has a worker handle `row`."""
    current_app.send_task(
        row.destination,
        kwargs={"outbox_id": row.pk},
        queue=_registered[row.destination].queue,
        priority=celery_priority(row.priority),
        retry=False,
    )


def handle(name: str, outbox_id: int) -> None:
    """Run the handler on one waiting row and record how that went.

    1. Lock the row. Gone, done, locked by another worker, or behind an earlier row of its key:
       nothing to do here.
    2. The handler and the row's delivery, in the same transaction.
    3. A failure rolled all that back; it is written down with the time of the next attempt. A
       database that went away is not the row's failure: the lease runs out and the row comes again.
    """
    try:
        _handle_in_transaction(name, outbox_id)
    # The outermost frame of a worker's job: whatever the handler raises becomes the row's reason.
    except Exception as error:
        if database.is_away(error):
            raise
        log.warning("outbox_handler_failed", handler=name, outbox_id=outbox_id, exc_info=error)
        rows.record_failure(outbox_id, _reason(error))


@transaction.atomic
def _handle_in_transaction(name: str, outbox_id: int) -> None:
    row = rows.lock_for_handling(name, outbox_id)
    if row is None:
        return
    _registered[name].function(row.body)
    if rows.deliver_handled(row):
        transaction.on_commit(wakeups.send_hint)


def _reason(error: BaseException) -> str:
    if isinstance(error, Refusal):
        return f"{error.code}: {error.detail}"
    return f"{type(error).__name__}: {error}"
