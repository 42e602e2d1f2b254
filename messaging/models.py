"""What is on its way out, what has come in, and what could not be taken in."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

UNDELIVERED = Q(delivered_on__isnull=True, withdrawn_on__isnull=True)
WAITING = UNDELIVERED & Q(dead_on__isnull=True)


class DestinationKind(models.TextChoices):
    PEER = "Peer", "Peer"
    TOPIC = "Topic", "Topic"
    HANDLER = "Handler", "Handler"


class OutboxQuerySet(models.QuerySet["OutboxMessage"]):
    def waiting(self) -> OutboxQuerySet:
        return self.filter(WAITING)

    def dead(self) -> OutboxQuerySet:
        return self.filter(dead_on__isnull=False)


class OutboxMessage(models.Model):
    """One message to one destination.

    Waiting until one of `delivered_on`, `dead_on` and `withdrawn_on` is set; one at most is.
    `due_on` is when somebody may next take it: the end of a lease (then `lease` is set), of a
    back-off, or the moment of writing. `lane` is what is drained together: a peer, the bus, a
    handler. `refusals` are those of the `attempts` at which the peer said no to this very request.
    """

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
    lease = models.UUIDField(null=True)
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
            models.Index(
                fields=["key", "destination", "id"], name="outbox_order", condition=UNDELIVERED
            ),
            models.Index(
                fields=["lane"], name="outbox_leased", condition=WAITING & Q(lease__isnull=False)
            ),
            models.Index(fields=["created_on"], name="outbox_age", condition=WAITING),
            models.Index(
                fields=["delivered_on"],
                name="outbox_delivered",
                condition=Q(delivered_on__isnull=False),
            ),
            models.Index(
                fields=["dead_on"], name="outbox_dead", condition=Q(dead_on__isnull=False)
            ),
            models.Index(
                fields=["withdrawn_on"],
                name="outbox_withdrawn",
                condition=Q(withdrawn_on__isnull=False),
            ),
            # Written once a row, at its end: finds what became of one thing's messages.
            models.Index(fields=["key"], name="outbox_over", condition=~WAITING),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.destination} #{self.pk}"


class OutboxLane(models.Model):
    """Who drains a lane now, and until when a lane whose far side is down is left alone."""

    name = models.CharField(max_length=130, primary_key=True)
    busy_until = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    reason = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return self.name


class InboxMessage(models.Model):
    """An event whose effects are committed; a repeat of it finds this row and does nothing."""

    source = models.CharField(max_length=200)
    event_id = models.CharField(max_length=200)
    topic = models.CharField(max_length=120)
    received_on = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["source", "event_id"], name="inbox_once")
        ]
        indexes: ClassVar = [models.Index(fields=["received_on"], name="inbox_age")]

    def __str__(self) -> str:
        return f"{self.topic} {self.event_id}"


class DeadLetter(models.Model):
    """A message from the bus that could not be taken in, as it came, and why.

    The id follows from topic and body, so that the same message dying again is the same row, open
    again.
    """

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

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["died_on"], name="dead_letter_open", condition=Q(sent_back_on__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.event_id or self.pk}"
