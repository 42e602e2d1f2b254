"""Celery's entry points of retention."""

from celery import shared_task
from django.utils import timezone

from foundation.records.retention import make_all_partitions, prune_audit


@shared_task(name="records.prune_audit", soft_time_limit=110, time_limit=120)
def prune_old_audit() -> None:
    """Delete rows of the audit that are old enough; the next task deletes the rest."""
    if prune_audit(timezone.now()):
        prune_old_audit.apply_async()


@shared_task(name="records.make_partitions", soft_time_limit=110, time_limit=120)
def make_partitions_task() -> None:
    make_all_partitions(timezone.now()).report()
