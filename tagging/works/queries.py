"""A tagger's works and the tasks in them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from foundation.records.formats import around
from foundation.records.refusals import NotFound
from recognition.photos.regions import regions_of
from recognition.records.persons import PhotoPerson
from tagging.records.guides import PhotoQuestion
from tagging.records.tasks import TASK_ORDER, TaggingTask, TaggingTaskState
from tagging.records.works import Work, WorkNotFound, WorkState


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


# Photos of a work that belong together: of one person, or of one burst of the camera.


MOST_PHOTOS = 12
BURST = timedelta(seconds=3)  # between the photo and another of the same burst


def series_of(task: TaggingTask) -> Sequence[UUID]:
    """Return the unfinished tasks of the work whose photos belong to this one's, itself included.

    They show one of its persons, or the same photographer took them in the same moment.
    """
    together = Q(pk=task.pk) | Q(photo__in=_photos_with_persons_of(task))
    if task.shooting_date and task.photographer_id:
        moment = around(task.shooting_date, BURST)
        together |= Q(photographer_id=task.photographer_id, shooting_date__range=moment)
    of_work = TaggingTask.objects.filter(work=cast("Work", task.work), album_id=task.album_id)
    unfinished = of_work.filter(state=TaggingTaskState.ASSIGNED)
    found = unfinished.filter(together).order_by(*TASK_ORDER).values_list("pk", flat=True)
    return list(found[:MOST_PHOTOS])


def _photos_with_persons_of(task: TaggingTask) -> Sequence[UUID]:
    """Return the photos of the work with a person of this photo."""
    of_work = PhotoPerson.objects.filter(
        photo__tagging_tasks__work=cast("Work", task.work), photo__persons_outdated=False
    )
    persons = of_work.filter(photo_id=task.photo_id).values_list("person_id", flat=True)
    return list(of_work.filter(person_id__in=list(persons)).values_list("photo_id", flat=True))
