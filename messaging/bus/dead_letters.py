"""Dead letters: from the consumer to the broker's queue, from there into the table.

By way of the queue, so that a message can be given up while the database is away, and so that the
original is acknowledged only when the broker has the dead letter.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import structlog
from django.db import connection

from messaging.bus import broker
from records.reasons import bounded

log = structlog.get_logger(__name__)

TOPIC_HEADER = "x-topic"
REASON_HEADER = "x-reason"

_STORE = """
INSERT INTO messaging_deadletter AS d
    (id, topic, body, content_type, event_id, reason, times, first_died_on, died_on)
VALUES (%(id)s, %(topic)s, %(body)s, %(content_type)s, %(event_id)s, %(reason)s, 1,
        statement_timestamp(), statement_timestamp())
ON CONFLICT (id) DO UPDATE
SET reason = excluded.reason, times = d.times + 1, died_on = excluded.died_on, sent_back_on = NULL
"""


def publish(body: bytes, content_type: str, topic: str, reason: str) -> None:
    """Put a message into the broker's dead-letter queue with the reason; confirmed on return.

    :raises BusDown: the original must not be acknowledged.
    """
    log.error("message_dead", topic=topic, reason=reason)
    broker.publish_raw(
        body,
        exchange="",
        routing_key=broker.DEAD_LETTERS,
        content_type=content_type,
        headers={TOPIC_HEADER: topic, REASON_HEADER: bounded(reason)},
    )


def store(body: bytes, content_type: str, headers: Mapping[str, str]) -> None:
    """Store a dead letter; one that is stored already is open again with this reason.

    A message without the headers was put there by the broker's operator, and is stored too.
    """
    topic = bounded(str(headers.get(TOPIC_HEADER, "")))[:255]
    parameters: dict[str, Any] = {
        "id": letter_id(topic, body),
        "topic": topic,
        "body": body,
        "content_type": bounded(content_type)[:100],
        "event_id": bounded(_event_id(body))[:200],
        "reason": bounded(str(headers.get(REASON_HEADER, "No reason given."))),
    }
    with connection.cursor() as cursor:
        cursor.execute(_STORE, parameters)


def letter_id(topic: str, body: bytes) -> UUID:
    """Return the id that a message has as a dead letter, each time the same."""
    return uuid5(NAMESPACE_OID, f"{topic}\n{body.hex()}")


def _event_id(body: bytes) -> str:
    """Return the id that the message names, also where it is no CloudEvent otherwise."""
    try:
        named = json.loads(body).get("id")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return named if isinstance(named, str) else ""
