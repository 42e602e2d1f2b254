"""What Celery runs for tagging: one command each."""

from celery import shared_task
from django.utils import timezone

from tagging.commands.closing import expire_overdue_works, expire_works_of_blocked


@shared_task(name="tagging.expire_works", queue="maintenance")
def expire_works_task() -> None:
    """Return the tasks of works whose time is over, or whose tagator is blocked, to the pool."""
    now = timezone.now()
    expire_overdue_works(now)
    expire_works_of_blocked(now)
