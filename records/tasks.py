"""Celery's entry point of the audit's retention."""

from celery import shared_task
from django.utils import timezone

from records.retention import prune_audit


@shared_task(name="records.prune_audit", soft_time_limit=110, time_limit=120)
def prune_old_audit() -> None:
    """Delete rows of the audit that are old enough; the next task deletes the rest."""
    if prune_audit(timezone.now()):
        prune_old_audit.apply_async()
