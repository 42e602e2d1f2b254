"""Dead letters: from the consumer to the broker's queue, from there into the table.

By way of the queue, so that a message can be given up while the database is unavailable. What
cannot be read, or fails too often, is given up by `intake.take_event`.
"""

import json
from collections.abc import Mapping
from uuid import NAMESPACE_OID, UUID, uuid5

import structlog
from django.db.models import F
from django.utils import timezone

from foundation.messaging.bus import broker
from foundation.messaging.models import DeadLetter
from foundation.records.refusals import bounded

log = structlog.get_logger(__name__)

TOPIC_HEADER = "x-topic"
REASON_HEADER = "x-reason"
OPEN = {"sent_back_on": None, "put_aside_on": None, "put_aside_by": "", "put_aside_why": ""}


def publish_dead_letter(body: bytes, content_type: str, topic: str, reason: str) -> None:
    """Put a message into the broker's dead-letter queue with the reason; confirmed on return.

    :raises BusDown: the original must not be acknowledged.
    """
    log.error("message_dead", topic=topic, letter_id=str(letter_id(topic, body)))
    broker.publish_raw(
        body,
        exchange="",
        routing_key=broker.DEAD_LETTERS,
        content_type=content_type,
        headers={TOPIC_HEADER: topic, REASON_HEADER: bounded(reason)},
    )


def store_dead_letter(body: bytes, content_type: str, headers: Mapping[str, str]) -> None:
    """Store a dead letter; one that is stored already is open again with this reason."""
    topic = bounded(str(headers.get(TOPIC_HEADER, "")))[:255]
    reason = bounded(str(headers.get(REASON_HEADER, "No reason given.")))
    again = {"times": F("times") + 1, "died_on": timezone.now(), **OPEN}
    DeadLetter.objects.update_or_create(
        id=letter_id(topic, body),
        defaults={"reason": reason, **again},
        create_defaults={
            "topic": topic,
            "body": body,
            "content_type": bounded(content_type)[:100],
            "event_id": bounded(_event_id(body))[:200],
            "reason": reason,
        },
    )


def letter_id(topic: str, body: bytes) -> UUID:
    return uuid5(NAMESPACE_OID, f"{topic}\n{body.hex()}")


def _event_id(body: bytes) -> str:
    try:
        named = json.loads(body).get("id")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return named if isinstance(named, str) else ""
