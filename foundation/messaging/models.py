"""Rows of messages, of long jobs, and of services that are down."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from foundation.records.leases import Lease
from foundation.records.models import RefusingQuerySet
from foundation.records.refusals import NotFound
from foundation.records.statements import fetch_row
from foundation.records.texts import in_utc


def topic_in_words(topic: str) -> str:
    """Return `Photo published (photos)` for `photos.photo-published`."""
    origin, _, event = topic.rpartition(".")
    words = _spaced(event).capitalize() or "Unknown event"
    return f"{words} ({_spaced(origin)})" if origin else words


def receiver_in_words(lane: str) -> str:
    """Return who is behind a lane: `photo service` for `peer:photo-service`."""
    kind, _, name = lane.partition(":")
    match kind:
        case "peer":
            return _spaced(name)
        case "handler":
            return f"own step “{_spaced(name.rpartition('.')[2])}”"
    return {"bus": "event bus", "mail": "mail server"}.get(lane, lane)


def _spaced(name: str) -> str:
    return " ".join(name.replace(".", " ").replace("-", " ").replace("_", " ").split())


UNDELIVERED = Q(delivered_on__isnull=True, withdrawn_on__isnull=True)
WAITING = UNDELIVERED & Q(dead_on__isnull=True)
# What the service of an outage is called that is a lane of the outbox: this and the lane's name.
LANE = "lane "
OF_LANES = Q(service__startswith=LANE)
PEER = "peer:"  # and the peer's name: its lane


class DestinationKind(models.TextChoices):
    PEER = "Peer", "Peer"
    TOPIC = "Topic", "Topic"
    HANDLER = "Handler", "Handler"
    MAIL = "Mail", "Mail"


class OutboxMessageNotFound(NotFound):
    """No such outbox message."""


class OutboxQuerySet(RefusingQuerySet["OutboxMessage"]):
    def waiting(self) -> OutboxQuerySet:
        return self.filter(WAITING)

    def dead(self) -> OutboxQuerySet:
        return self.filter(dead_on__isnull=False)


class OutboxMessage(models.Model):
    """One message to one destination; it waits until it is delivered, dead or withdrawn.

    `lane` names what is drained together: a peer, the bus, a handler, the mails. `due_on` is the
    moment of writing, or the end of a back-off. `refusals` counts those of the `attempts` at which
    the far side refused this very message.
    """

    not_found = OutboxMessageNotFound

    message_id = models.UUIDField(default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=DestinationKind)
    destination = models.CharField(max_length=120)
    lane = models.CharField(max_length=130)
    key = models.CharField(max_length=120)
    priority = models.SmallIntegerField(default=0)
    attributes = models.JSONField(default=dict)
    body = models.JSONField()
    created_on = models.DateTimeField(db_default=Now())
    due_on = models.DateTimeField(db_default=Now())
    attempts = models.PositiveIntegerField(default=0)
    refusals = models.PositiveIntegerField(default=0, db_default=0)
    reason = models.TextField(blank=True, default="")
    delivered_on = models.DateTimeField(null=True)
    dead_on = models.DateTimeField(null=True)
    withdrawn_on = models.DateTimeField(null=True)

    objects = OutboxQuerySet.as_manager()

    class Meta:
        verbose_name = "outbox message"
        indexes: ClassVar = [
            models.Index(
                "lane",
                models.F("priority").desc(),
                "due_on",
                "id",
                name="outbox_due",
                condition=WAITING,
            ),
            # The order within a key; also finds what can still be withdrawn.
            models.Index(fields=["key", "lane", "id"], name="outbox_order", condition=UNDELIVERED),
            models.Index(fields=["created_on"], name="outbox_age", condition=WAITING),
            *(
                models.Index(
                    fields=[f"{end}_on"],
                    name=f"outbox_{end}",
                    condition=Q((f"{end}_on__isnull", False)),
                )
                for end in ("delivered", "dead", "withdrawn")
            ),
            # Written once per row, at its end: finds what happened to the messages of one key.
            models.Index(fields=["key"], name="outbox_over", condition=~WAITING),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk} for the {receiver_in_words(self.lane)}"


class OutboxLane(models.Model):
    """A lane of the outbox; one worker drains it, until `leased_until` at most."""

    leased: ClassVar = Lease("leased_until")

    name = models.CharField(max_length=130, primary_key=True)
    leased_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class OutageQuerySet(models.QuerySet["Outage"]):
    def unfinished(self) -> OutageQuerySet:
        return self.filter(ended_on=None)

    def paused(self) -> OutageQuerySet:
        return self.unfinished().filter(since__isnull=False)


class Outage(models.Model):
    """A service that keeps failing: its failures are counted, then it is paused until it answers.

    The unfinished row of a service is its state; the finished rows are the history for staff.
    """

    leased: ClassVar = Lease("leased_until")

    service = models.CharField(
        max_length=150,
        help_text="`number-provider`; `account:` or `competitor:` and the record's id; "
        "`lane ` and the lane's name.",
    )
    name = models.CharField(max_length=250)
    failures = models.PositiveIntegerField(
        default=0, help_text="Failures one after the other, probes too."
    )
    reason = models.TextField(blank=True, default="")
    since = models.DateTimeField(null=True, help_text="Empty until the service is paused.")
    pause_seconds = models.FloatField(default=0, help_text="How long the present pause is.")
    next_probe_on = models.DateTimeField(
        null=True, help_text="The first request from then on is the probe."
    )
    leased_until = models.DateTimeField(
        null=True, help_text="Until when the worker with the probe has to report."
    )
    ended_on = models.DateTimeField(null=True)

    objects = OutageQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["service"], name="one_unfinished_outage", condition=Q(ended_on=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} since {in_utc(self.since)}" if self.since else self.name

    def remaining(self, now: datetime) -> timedelta:
        return max((self.next_probe_on or now) - now, timedelta(0))

    def refuses(self, now: datetime) -> bool:
        """Return whether the service may not be asked: it is paused, or its probe is under way."""
        return bool(self.remaining(now)) or self.is_probed(now)

    def is_probed(self, now: datetime) -> bool:
        """Return whether a probe is under way; one whose worker was lost is not, after a while."""
        return self.leased_until is not None and now < self.leased_until


class InboxMessage(models.Model):
    """An event whose effects are committed; a repeat of it finds this row and is ignored.

    In partitions by week, over which no index is unique: `insert_once` keeps it so.
    """

    source = models.CharField(max_length=200)
    event_id = models.CharField(max_length=200)
    topic = models.CharField(max_length=120)
    data_hash = models.CharField(max_length=64, help_text="SHA-256 of the data, as a repeat has.")
    received_on = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["source", "event_id"], name="inbox_event"),
            models.Index(fields=["received_on"], name="inbox_age"),
        ]

    def __str__(self) -> str:
        return f"{topic_in_words(self.topic)} {self.event_id}"

    def insert_once(self) -> bool:
        """Insert it, unless the event was received before; return whether it was inserted.

        The function in the database locks source and event id, looks, and inserts.
        """
        given = (self.source, self.event_id, self.topic, self.data_hash, self.received_on)
        [is_new] = fetch_row("SELECT messaging_take_in_once(%s, %s, %s, %s, %s)", given)
        return bool(is_new)


# Dead letters that staff have still to deal with.
OPEN_LETTERS = Q(sent_back_on=None, put_aside_on=None)


class DeadLetterNotFound(NotFound):
    """No such dead letter."""


class DeadLetter(models.Model):
    """A message from the bus that could not be used, exactly as it came, and why.

    The id is made from topic and body: the same message is the same row, open again.
    """

    not_found = DeadLetterNotFound

    id = models.UUIDField(primary_key=True, editable=False)
    topic = models.CharField(max_length=255)
    body = models.BinaryField()
    content_type = models.CharField(max_length=100, blank=True)
    event_id = models.CharField(max_length=200, blank=True)
    reason = models.TextField()
    times = models.PositiveIntegerField(default=1)
    first_died_on = models.DateTimeField(default=timezone.now)
    died_on = models.DateTimeField(default=timezone.now)
    sent_back_on = models.DateTimeField(null=True)
    put_aside_on = models.DateTimeField(null=True)
    put_aside_by = models.CharField(max_length=150, blank=True, default="", db_default="")
    put_aside_why = models.TextField(blank=True, default="", db_default="")

    objects = RefusingQuerySet["DeadLetter"].as_manager()

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["died_on"], name="dead_letter_open", condition=Q(sent_back_on__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{topic_in_words(self.topic)} {self.event_id or self.pk}"


# The wake-up of a worker that was sent should have arrived by then; otherwise the sweep sends one.
WAKEUP_GRACE = timedelta(seconds=10)

J_co = TypeVar("J_co", bound=models.Model, covariant=True)


class LongJobState(models.TextChoices):
    WAITING = "Waiting"
    RUNNING = "Running"
    FINISHED = "Finished"
    CANCELLED = "Cancelled"
    FAILED = "Failed"


class LongJobQuerySet(RefusingQuerySet[J_co]):
    def unfinished(self) -> Self:
        return self.filter(finished_on=None)


def after_grace() -> datetime:
    return timezone.now() + WAKEUP_GRACE


class LongJob(models.Model):
    """A job that is done in portions, by one process at a time.

    Each portion and the new position are one transaction. The process that works on the job has a
    claim on it. From `next_attempt_on` on the sweep wakes a worker: no process has continued by
    then, and a claim ends. A model may replace `state` by one with its own words.
    """

    leased: ClassVar = Lease("next_attempt_on", "claim_id")
    not_found: ClassVar[type[NotFound]] = NotFound

    state = models.CharField(max_length=10, choices=LongJobState, default=LongJobState.WAITING)
    position = models.JSONField(
        null=True, help_text="What the last portion ended with; null: none is done yet."
    )
    total = models.PositiveBigIntegerField(
        null=True, help_text="How much there is to do; null: not counted."
    )
    done = models.PositiveBigIntegerField(default=0, help_text="How much of it is done.")
    claim_id = models.UUIDField(null=True)
    next_attempt_on = models.DateTimeField(null=True, default=after_grace)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was started since a portion was last done."
    )
    reason = models.CharField(max_length=1000, blank=True, help_text="Why it failed or ended.")
    started_by = models.CharField(max_length=150, blank=True)
    created_on = models.DateTimeField(default=timezone.now)
    started_on = models.DateTimeField(null=True)
    finished_on = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def is_over(self) -> bool:
        return self.finished_on is not None
