"""The Celery tasks of tagging."""

from celery import shared_task
from django.utils import timezone

from tagging.commands.closing import expire_overdue_works, expire_works_of_blocked


@shared_task(name="tagging.expire_works", queue="maintenance")
def expire_works_task() -> None:
    """Expire works that are overdue, or whose tagger is blocked."""
    now = timezone.now()
    expire_overdue_works(now)
    expire_works_of_blocked(now)
