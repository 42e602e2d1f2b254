"""A tagger's works and the tasks in them."""

from datetime import datetime
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from foundation.records.refusals import NotFound
from recognition.queries.photos.regions import regions_of
from tagging.models import (
    TASK_ORDER,
    PhotoQuestion,
    TaggingTask,
    TaggingTaskState,
    Work,
    WorkNotFound,
    WorkState,
)


class NoWork(NotFound):
    """The tagger has no active work."""


def current_work(tagator_id: UUID, now: datetime) -> Work:
    """Return the active work of a tagger, with `tasks_completed` and `last_answer_on`."""
    work = _works(tagator_id).filter(state=WorkState.ACTIVE, expires_on__gt=now).first()
    if work is None:
        raise NoWork
    return work


def get_work(tagator_id: UUID, work_id: UUID, now: datetime) -> Work:
    """Return a work of a tagger at a moment, with `tasks_completed` and `last_answer_on`."""
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
    tasks = TaggingTask.objects.select_related("album").prefetch_related("tags")
    return tasks.filter(work_id=work_id).order_by(*TASK_ORDER)


def with_regions(tasks: list[TaggingTask]) -> list[TaggingTask]:
    """Add to each task its photo's `regions`, the likeliest first; one statement."""
    regions = regions_of({task.photo_id for task in tasks})
    for task in tasks:
        vars(task)["regions"] = regions.get(task.photo_id, [])
    return tasks


def _works(tagator_id: UUID) -> QuerySet[Work]:
    completed = Count("tasks", filter=Q(tasks__state=TaggingTaskState.COMPLETED))
    own = PhotoQuestion.objects.filter(tagator=OuterRef("tagator"), answered_on__isnull=False)
    answers = own.order_by("-answered_on").values("answered_on")[:1]
    works = Work.objects.filter(tagator_id=tagator_id)
    return works.annotate(tasks_completed=completed, last_answer_on=Subquery(answers))
