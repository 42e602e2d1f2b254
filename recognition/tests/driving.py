"""Playing the processes around the pipeline, one step after the other, in the test's own thread."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from messaging.drain import drain
from messaging.events import Event
from messaging.models import OutboxMessage
from messaging.subscriptions import handlers_of
from recognition.commands.callbacks import (
    ApplyCallbackCommand,
    ClaimDueCallbacksCommand,
    apply_callback,
    claim_due_callbacks,
)
from recognition.commands.processing import (
    ClaimDuePhotosCommand,
    ProcessPhotoCommand,
    claim_due_photos,
    process_claimed_photo,
)


def event(topic: str, data: dict[str, Any]) -> Event:
    """Return an event of a topic."""
    return Event(
        id=str(uuid4()), source="/tests", type=topic, subject="", time=timezone.now(), data=data
    )


def consume(topic: str, data: dict[str, Any]) -> None:
    """Do with an event what the consumer does: handlers in a transaction, then what follows."""
    with transaction.atomic():
        for handler in handlers_of(topic):
            handler(event(topic, data))


def sweep(now: datetime | None = None) -> int:
    """Do what beat and the workers do with everything that is due by `now`; return how much."""
    now = now or timezone.now()
    callbacks = claim_due_callbacks(ClaimDueCallbacksCommand(now=now, limit=1000))
    for callback in callbacks:
        apply_callback(ApplyCallbackCommand(callback_id=callback.callback_id, now=timezone.now()))
    photos = claim_due_photos(ClaimDuePhotosCommand(now=now, limit=1000))
    for claim in photos:
        process_claimed_photo(
            ProcessPhotoCommand(
                photo_id=claim.photo_id, claimed_until=claim.claimed_until, now=timezone.now()
            )
        )
    return len(callbacks) + len(photos)


def sweep_in(**after: float) -> int:
    """Do what is due once this much time has passed."""
    return sweep(timezone.now() + timedelta(**after))


def deliver() -> None:
    """Deliver everything in the outbox that is due."""
    for lane in OutboxMessage.objects.order_by().values_list("lane", flat=True).distinct():
        drain(lane)
