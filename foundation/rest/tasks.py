"""Celery's entry points."""

from celery import shared_task
from django.utils import timezone

from foundation.rest.idempotency import delete_kept_answers as delete


@shared_task(name="rest.delete_kept_answers")
def delete_kept_answers() -> None:
    """Delete the answers that were kept for a day for callers who send the same again."""
    delete(timezone.now())
