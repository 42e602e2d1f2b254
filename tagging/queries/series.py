"""Photos of a work that belong together: of one person, or of one burst of the camera."""

from collections.abc import Sequence
from datetime import timedelta
from typing import cast
from uuid import UUID

from django.db.models import Q

from foundation.records.moments import around
from recognition.models import PhotoPerson
from tagging.models import TASK_ORDER, TaggingTask, TaggingTaskState, Work

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
