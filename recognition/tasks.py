"""Celery's way in: ids to one command each."""

from datetime import datetime
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from recognition import hints
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

SWEEP_LIMIT = 500


@shared_task(name="recognition.process_photo", queue="recognition")
def process_photo_task(*, photo_id: str, claimed_until: str) -> None:
    """Process a claimed photo."""
    process_claimed_photo(
        ProcessPhotoCommand(
            photo_id=UUID(photo_id),
            claimed_until=datetime.fromisoformat(claimed_until),
            now=timezone.now(),
        )
    )


@shared_task(name="recognition.apply_callback", queue="recognition")
def apply_callback_task(*, callback_id: str) -> None:
    """Apply a stored callback."""
    apply_callback(ApplyCallbackCommand(callback_id=UUID(callback_id), now=timezone.now()))


@shared_task(name="recognition.sweep_photos", queue="maintenance")
def sweep_photos_task() -> None:
    """Send hints for the photos and callbacks that are due; the next sweep takes what is left."""
    now = timezone.now()
    for callback in claim_due_callbacks(ClaimDueCallbacksCommand(now=now, limit=SWEEP_LIMIT)):
        hints.apply_callback(callback.callback_id, callback.priority)
    for claim in claim_due_photos(ClaimDuePhotosCommand(now=now, limit=SWEEP_LIMIT)):
        hints.process_photo(claim.photo_id, claim.claimed_until, claim.priority)
