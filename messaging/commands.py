"""What staff do with what is dead: send it back."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from messaging import hints
from messaging.models import DeadLetter, OutboxMessage
from messaging.outbox import RawTopicMessage, post
from messaging.refusals import NotFound


class DeadLetterNotFound(NotFound):
    """No such dead letter."""

    code = "dead-letter-not-found"


class OutboxMessageNotFound(NotFound):
    """No such outbox message."""

    code = "outbox-message-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBackDeadLetterCommand:
    dead_letter_id: UUID
    sent_back_on: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBackOutboxMessageCommand:
    outbox_id: int


@transaction.atomic
def send_back_dead_letter(command: SendBackDeadLetterCommand) -> DeadLetter:
    """Send a dead letter to its topic again, byte for byte, so with the same event id.

    The inbox lets it through where its transaction was rolled back. Every subscriber of the topic
    gets it, other services' queues too; they know a repeat by the event id.

    :raises DeadLetterNotFound: no such dead letter.
    """
    letter = DeadLetter.objects.select_for_update().filter(pk=command.dead_letter_id).first()
    if letter is None:
        raise DeadLetterNotFound
    if letter.sent_back_on is None:
        letter.sent_back_on = command.sent_back_on
        letter.save(update_fields=["sent_back_on"])
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
def send_back_outbox_message(command: SendBackOutboxMessageCommand) -> None:
    """Make a dead outbox row wait again, with all its attempts; one not dead stays as it is.

    :raises OutboxMessageNotFound: no such row.
    """
    rows = OutboxMessage.objects.filter(pk=command.outbox_id)
    if not rows.exists():
        raise OutboxMessageNotFound
    if rows.dead().update(dead_on=None, due_on=Now(), attempts=0, refusals=0, lease=None):
        transaction.on_commit(hints.send_hint)
