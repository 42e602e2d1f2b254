"""Deleting what is over. What waits and what is dead is never deleted here."""

import time

import structlog
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now

from messaging.models import DeadLetter, InboxMessage, OutboxMessage

log = structlog.get_logger(__name__)

BATCH = 5_000
PRUNE_SECONDS = 60.0


def prune() -> bool:
    """Delete old rows in batches; return whether time ran out with some of them left.

    Delivered and withdrawn outbox rows after `OUTBOX_KEEP_DELIVERED`; inbox rows, and dead letters
    that were sent back, after `INBOX_KEEP` (a repeat that comes later than that is taken for a new
    event).
    """
    until = time.monotonic() + PRUNE_SECONDS
    left = [_delete(rows, until) for rows in _over()]
    return any(left)


def _over() -> list[QuerySet]:  # type: ignore[type-arg]
    delivered_before = Now() - settings.OUTBOX_KEEP_DELIVERED
    received_before = Now() - settings.INBOX_KEEP
    return [
        OutboxMessage.objects.filter(delivered_on__lt=delivered_before),
        OutboxMessage.objects.filter(withdrawn_on__lt=delivered_before),
        InboxMessage.objects.filter(received_on__lt=received_before),
        DeadLetter.objects.filter(sent_back_on__lt=received_before),
    ]


def _delete(rows: QuerySet, until: float) -> bool:  # type: ignore[type-arg]
    """Delete batch by batch, each a short transaction; return whether some are left."""
    deleted = BATCH
    while deleted == BATCH and time.monotonic() < until:
        some = rows.model.objects.filter(pk__in=rows.values("pk")[:BATCH])
        deleted = some._raw_delete(some.db)  # noqa: SLF001 - no cascades here, no rows fetched
        log.info("pruned", table=rows.model._meta.db_table, rows=deleted)
    return deleted == BATCH
