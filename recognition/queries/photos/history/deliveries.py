"""What the outbox was given about a photo, and what came of delivering it."""

from collections.abc import Iterator
from typing import Any

from messaging.models import OutboxMessage
from messaging.queries import messages_of
from recognition.models import Photo
from recognition.providers.photo_service import result_keys
from recognition.queries.photos.history.entries import Happening


def deliveries(photo: Photo) -> Iterator[Happening]:
    """Tell of every message about the photo.

    Those delivered or withdrawn are kept `OUTBOX_KEEP_DELIVERED`.
    """
    for message in messages_of([str(photo.pk), *result_keys(photo.pk)]):
        yield from _told(message)


def _told(message: OutboxMessage) -> Iterator[Happening]:
    details: dict[str, Any] = {
        "messageId": str(message.message_id),
        "destination": message.destination,
        "path": message.attributes.get("path"),
        "attempts": message.attempts,
    }
    what = f"{message.destination} {message.attributes.get('path', '')}".strip()
    yield Happening(
        occurred_on=message.created_on,
        kind="DeliveryQueued",
        text=f"To be told to {what}{_waiting(message)}.",
        details={**details, "body": message.body},
    )
    if message.delivered_on:
        yield Happening(
            occurred_on=message.delivered_on,
            kind="Delivered",
            text=f"Told to {what}.",
            details=details,
        )
    if message.dead_on:
        yield Happening(
            occurred_on=message.dead_on,
            kind="DeliveryDead",
            text=f"Could not be told to {what}: {message.reason}",
            details={**details, "reason": message.reason},
        )
    if message.withdrawn_on:
        yield Happening(
            occurred_on=message.withdrawn_on,
            kind="DeliveryWithdrawn",
            text=f"No longer to be told to {what}: {message.reason}",
            details={**details, "reason": message.reason},
        )


def _waiting(message: OutboxMessage) -> str:
    if message.delivered_on or message.dead_on or message.withdrawn_on:
        return ""
    tried = f", tried {message.attempts} times" if message.attempts else ""
    return f" (waits{tried}{f': {message.reason}' if message.reason else ''})"
