"""A tagger's works and the tasks in them."""

from datetime import datetime
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from records.refusals import NotFound
from tagging.models import TASK_ORDER, TaggingTask, TaggingTaskState, Work, WorkNotFound, WorkState


class NoWork(NotFound):
    """The tagger has no active work."""


def current_work(tagator_id: UUID, now: datetime) -> Work:
    """Return the active work of a tagger, with `tasks_completed`."""
    work = _works(tagator_id).filter(state=WorkState.ACTIVE, expires_on__gt=now).first()
    if work is None:
        raise NoWork
    return work


def get_work(tagator_id: UUID, work_id: UUID, now: datetime) -> Work:
    """Return a work of a tagger at a moment, with `tasks_completed`."""
    work = _works(tagator_id).filter(pk=work_id).first()
    if work is None:
        raise WorkNotFound
    work.state = work.state_at(now)
    return work


def list_work_tasks(tagator_id: UUID, work_id: UUID) -> QuerySet[TaggingTask]:
    """Return the tasks of a work with their tags, in the order in which they are done.

    Tasks that were skipped, or that went back to the pool, are no longer in it.
    """
    if not Work.objects.filter(pk=work_id, tagator_id=tagator_id).exists():
        raise WorkNotFound
    tasks = TaggingTask.objects.prefetch_related("tags")
    return tasks.filter(work_id=work_id).order_by(*TASK_ORDER)


def _works(tagator_id: UUID) -> QuerySet[Work]:
    completed = Count("tasks", filter=Q(tasks__state=TaggingTaskState.COMPLETED))
    return Work.objects.filter(tagator_id=tagator_id).annotate(tasks_completed=completed)
