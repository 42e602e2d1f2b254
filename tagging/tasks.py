"""The Celery tasks of tagging."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tagging.records.open_tasks import COPY_TASK, copy_pictures
from tagging.statistics.albums import keep_unfinished
from tagging.works.expiring import expire_overdue_works, expire_works_of_blocked
from tagging.works.skipping import answer_what_all_skip

COPY_SECONDS = 8.0


@shared_task(name="tagging.expire_works")
def expire_works_task() -> None:
    """Expire works that are overdue, or whose tagger is blocked; answer what all have skipped."""
    now = timezone.now()
    swept = expire_overdue_works(now), expire_works_of_blocked(now)
    for each in (*swept, answer_what_all_skip(now)):
        each.report()


@shared_task(name="tagging.count_tasks")
def count_tasks_task() -> None:
    """Count the unfinished tasks, which pages read where they are many."""
    keep_unfinished(timezone.now())


@shared_task(name=COPY_TASK)
def copy_pictures_task(*, tagator_id: str, album_id: str) -> None:
    """Copy the pictures that a tagger sees next; those that are late are never tried again."""
    album = UUID(album_id) if album_id else None
    copy_pictures(UUID(tagator_id), album, COPY_SECONDS).report()
