"""History entries of the messages that the outbox sends about a photo."""

from collections.abc import Iterator

from messaging.models import OutboxMessage
from messaging.queries import messages_of
from recognition.models import Photo
from recognition.providers.photo_service import result_keys
from recognition.queries.photos.history.entries import HistoryEntry

_ENDS = (
    ("delivered_on", "Delivered", "Sent to {what}."),
    ("dead_on", "DeliveryDead", "Could not be sent to {what}: {reason}"),
    ("withdrawn_on", "DeliveryWithdrawn", "No longer to be sent to {what}: {reason}"),
)


def deliveries(photo: Photo) -> Iterator[HistoryEntry]:
    """Return every message about the photo, and whether it was delivered.

    Delivered and withdrawn messages are kept for `OUTBOX_KEEP_DELIVERED`.
    """
    for message in messages_of([str(photo.pk), *result_keys(photo.pk)]):
        yield from _entries(message)


def _entries(message: OutboxMessage) -> Iterator[HistoryEntry]:
    path = message.attributes.get("path")
    what = f"{message.destination} {path or ''}".strip()
    details = {
        "messageId": str(message.message_id),
        "destination": message.destination,
        "path": path,
        "attempts": message.attempts,
    }
    yield HistoryEntry(
        occurred_on=message.created_on,
        kind="DeliveryQueued",
        text=f"To be sent to {what}{_waiting(message)}.",
        details={**details, "body": message.body},
    )
    for field, kind, text in _ENDS:
        if moment := getattr(message, field):
            yield HistoryEntry(
                occurred_on=moment,
                kind=kind,
                text=text.format(what=what, reason=message.reason),
                details=details if message.delivered_on else {**details, "reason": message.reason},
            )


def _waiting(message: OutboxMessage) -> str:
    if any(getattr(message, field) for field, _, _ in _ENDS):
        return ""
    tried = f", tried {message.attempts} times" if message.attempts else ""
    return f" (waits{tried}{f': {message.reason}' if message.reason else ''})"
