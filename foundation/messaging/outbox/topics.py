"""Delivery to the bus: events and messages sent back, published with confirms."""

import base64
from datetime import datetime

import structlog
from django.conf import settings

from foundation.messaging import tracing
from foundation.messaging.bus import broker
from foundation.messaging.bus.cloud_events import Event
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.rows import (
    Batch,
    BatchResult,
    RowResult,
    delivered,
    traced,
    unforeseen,
)

log = structlog.get_logger(__name__)

# The longest that a publication takes: to connect, to publish and to confirm.
TOPIC_SECONDS = 3 * broker.CONFIRM_SECONDS


def to_topics(batch: Batch) -> BatchResult:
    """Publish with confirms, in order, until the broker fails or it is too late."""
    results: list[RowResult] = []
    for row in batch.in_time(TOPIC_SECONDS):
        try:
            with traced(row):
                _publish(row)
        except broker.BusDown as error:
            results.append(RowResult(outbox_id=row.pk, reason=str(error)))
            return BatchResult(results=results, why_down=str(error))
        # A fault of ours is this row's: it must not end the batch.
        except Exception as error:
            log.exception("outbox_row_failed", outbox_id=row.pk)
            results.append(unforeseen(row, error).result(is_down=False))
            continue
        results.append(delivered(row.pk))
    return BatchResult(results=results)


def _publish(row: OutboxMessage) -> None:
    if row.attributes.get("encoding") != "base64":
        broker.publish(event_of(row), row.destination)
        return
    broker.publish_raw(
        base64.b64decode(row.body["base64"]),
        exchange=broker.EXCHANGE.name,
        routing_key=row.destination,
        content_type=row.attributes["contentType"],
    )


def event_of(row: OutboxMessage) -> Event:
    """Return the event that a row stands for, as it is published."""
    return Event(
        id=str(row.message_id),
        source=settings.EVENT_SOURCE,
        type=row.attributes.get("type", row.destination),
        subject=row.attributes["subject"],
        time=datetime.fromisoformat(row.attributes["time"]),
        data=row.body,
        traceparent=tracing.current_traceparent() or "",
    )
