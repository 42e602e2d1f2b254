"""Outbox rows for the tests, written as a command writes them."""

from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F

from foundation.messaging.models import Outage, OutboxLane, OutboxMessage
from foundation.messaging.outbox import HandlerMessage, MailMessage, PeerMessage, post
from foundation.messaging.outbox.drain import drain
from foundation.messaging.outbox.posting import Message

PEER_LANE = "peer:photo-service"


def write(*messages: Message) -> list[OutboxMessage]:
    """Post messages in one committed transaction and return their rows, in order."""
    before = OutboxMessage.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    with transaction.atomic():
        post(*messages)
    return list(OutboxMessage.objects.filter(pk__gt=before).order_by("pk"))


def drained(message: Message) -> OutboxMessage:
    """Post a message, drain its lane, and return its row."""
    (row,) = write(message)
    drain(row.lane)
    row.refresh_from_db()
    return row


def to_peer(key: str = "photo-1", peer: str = "photo-service", **body: Any) -> PeerMessage:
    """Return a message for a peer."""
    return PeerMessage(peer=peer, method="PUT", path=f"/photos/{key}/tags", key=key, body=body)


def to_handler(key: str = "a", handler: str = "tests.handle", **payload: Any) -> HandlerMessage:
    """Return a message for a handler."""
    return HandlerMessage(handler=handler, key=key, payload=payload)


def to_mail(to: str = "kim@example.org", subject: str = "Hello") -> MailMessage:
    """Return a mail."""
    return MailMessage(key=to, to=to, subject=subject, text="Come and see.\n")


def let_pass(time: timedelta) -> None:
    """Make every lease, back-off and pause end as if `time` had passed."""
    OutboxMessage.objects.update(due_on=F("due_on") - time, created_on=F("created_on") - time)
    OutboxLane.objects.update(leased_until=F("leased_until") - time)
    Outage.objects.update(next_probe_on=F("next_probe_on") - time)


def fill(*, delivered: int, waiting: int) -> None:
    """Write rows for the peer `x`, each of a key of its own, the delivered ones first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO messaging_outboxmessage (message_id, kind, destination, lane, key, "
            "priority, attributes, body, attempts, reason, delivered_on) "
            "SELECT gen_random_uuid(), 'Peer', 'x', 'peer:x', n::text, 0, '{}', '{}', 0, '', "
            "CASE WHEN n <= %s THEN now() END FROM generate_series(1, %s) n",
            [delivered, delivered + waiting],
        )
