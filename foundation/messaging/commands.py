"""Dead messages sent back or put aside, finished ones deleted."""

import time
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.messaging.models import DeadLetter, InboxMessage, Outage, OutboxMessage
from foundation.messaging.outbox import RawTopicMessage, lanes, post
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.database import Swept, do_each
from foundation.records.models import LeftOutRow
from foundation.records.partitions import PartitionedTable, drop_partitions

log = structlog.get_logger(__name__)

SENT_BACK = "Sent back"
PUT_ASIDE = "Put aside"
BATCH = 5_000
PRUNE_SECONDS = 60.0
# Analyzed after a thousand changes, as its migration says; old rows that wait or are dead, and
# those that were delivered late, outlive their week.
OUTBOX = PartitionedTable(
    name=OutboxMessage._meta.db_table,
    column="created_on",
    each="week",
    kept="delivered_on IS NULL AND withdrawn_on IS NULL"
    " OR delivered_on >= {before} OR withdrawn_on >= {before}",
    options={"autovacuum_analyze_scale_factor": 0, "autovacuum_analyze_threshold": 1000},
)
INBOX = PartitionedTable(name=InboxMessage._meta.db_table, column="received_on", each="week")


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBackDeadLetterCommand:
    dead_letter_id: UUID
    sent_back_on: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDeadLetterAsideCommand:
    dead_letter_id: UUID
    reason: str
    put_aside_on: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBackOutboxMessageCommand:
    outbox_id: int
    by: Actor | None = None


@transaction.atomic
def send_back_dead_letter(command: SendBackDeadLetterCommand) -> DeadLetter:
    """Send a dead letter to its topic again, byte for byte, so with the same event id.

    The inbox lets it through where its transaction was rolled back. Every subscriber of the topic
    gets it; they know a repeat by the event id.
    """
    letter = DeadLetter.objects.select_for_update().get_or_refuse(command.dead_letter_id)
    if letter.sent_back_on is None:
        letter.sent_back_on = command.sent_back_on
        letter.save(update_fields=["sent_back_on"])
        record_deed(command.by, SENT_BACK, letter)
        post(
            RawTopicMessage(
                topic=letter.topic,
                key=letter.pk,
                body=bytes(letter.body),
                content_type=letter.content_type,
            )
        )
    return letter


@transaction.atomic
def put_dead_letter_aside(command: PutDeadLetterAsideCommand) -> DeadLetter:
    """Take a dead letter that can never be used from those that staff have to deal with.

    The row says who did it and why, until it is pruned. It is open again if the message comes
    again. One that was sent back or put aside stays as it is.

    :raises DeadLetterNotFound: no such dead letter.
    """
    letter = DeadLetter.objects.select_for_update().get_or_refuse(command.dead_letter_id)
    if letter.sent_back_on is None and letter.put_aside_on is None:
        letter.put_aside_on = command.put_aside_on
        letter.put_aside_by = name_of(command.by)
        letter.put_aside_why = command.reason
        letter.save(update_fields=["put_aside_on", "put_aside_by", "put_aside_why"])
        record_deed(command.by, PUT_ASIDE, letter, reason=command.reason)
    return letter


@transaction.atomic
def send_back_outbox_message(command: SendBackOutboxMessageCommand) -> None:
    """Send an undelivered row at once; one that was given up gets all its attempts again.

    A pause of its lane ends. A row that was delivered or withdrawn stays as it is.
    """
    row = OutboxMessage.objects.get_or_refuse(command.outbox_id)
    rows = OutboxMessage.objects.filter(pk=row.pk)
    revived = rows.dead().update(dead_on=None, due_on=Now(), attempts=0, refusals=0)
    if revived or rows.waiting().update(due_on=Now()):
        record_deed(command.by, SENT_BACK, row)
        services = [lanes.service_of(row.lane)]
        end_outages(EndOutagesCommand(services=services, now=lanes.now()))
        transaction.on_commit(partial(lanes.wake, row.lane))


def prune(now: datetime) -> Swept[bool]:
    """Drop old weeks of outbox and inbox, delete other old rows; return of each if some are left.

    An event that is repeated later than `INBOX_KEEP`, and the rest of that week, counts as new.
    """
    until = time.monotonic() + PRUNE_SECONDS
    delivered_before = OUTBOX.begin_of(now - settings.OUTBOX_KEEP_DELIVERED)
    received_before = now - settings.INBOX_KEEP
    events_before = INBOX.begin_of(received_before)
    weeks = {"old weeks of messages": (OUTBOX, delivered_before),
             "old weeks of events": (INBOX, events_before)}  # fmt: skip
    finished = {
        "messages delivered": OutboxMessage.objects.filter(delivered_on__lt=delivered_before),
        "messages withdrawn": OutboxMessage.objects.filter(withdrawn_on__lt=delivered_before),
        "events": InboxMessage.objects.filter(received_on__lt=events_before),
        "dead letters sent back": DeadLetter.objects.filter(sent_back_on__lt=received_before),
        "dead letters put aside": DeadLetter.objects.filter(
            sent_back_on=None, put_aside_on__lt=received_before
        ),
        "outages": Outage.objects.filter(ended_on__lt=received_before),
        "rows left out": LeftOutRow.objects.filter(last_on__lt=received_before),
    }

    def prune_part(name: str) -> bool:
        if name in finished:
            return _delete(finished[name], until)
        drop_partitions(*weeks[name])
        return False

    return do_each("messaging.prune", [*weeks, *finished], prune_part)


def _delete(rows: QuerySet, until: float) -> bool:  # type: ignore[type-arg]
    """Delete batch by batch, each a short transaction; return whether some are left."""
    deleted = BATCH
    while deleted == BATCH and time.monotonic() < until:
        some = rows.model.objects.filter(pk__in=rows.values("pk")[:BATCH])
        deleted, _ = some.delete()
        log.info("pruned", table=rows.model._meta.db_table, rows=deleted)
    return deleted == BATCH
