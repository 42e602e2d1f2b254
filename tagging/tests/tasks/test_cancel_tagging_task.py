"""Cancelling the tagging task of a photo…"""

import pytest
from django.utils import timezone

from recognition.models import Photo
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import creation, new_photo, put_in
from tagging.works.tasks import cancel_tagging_task, create_tagging_task

pytestmark = pytest.mark.django_db


NOW = timezone.now()


def cancel(photo: Photo, reason: str = "Blurred.") -> int:
    return cancel_tagging_task(photo.pk, reason, NOW, "ann")


@pytest.mark.parametrize("state", [TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED])
def test_cancels_an_unfinished_task_once_and_stores_who_and_why(state):
    photo, other = new_photo(), new_photo()
    task, open_one = (create_tagging_task(creation(each)) for each in (photo, other))
    put_in(state, task.pk)

    assert [cancel(photo, reason="x" * 900), cancel(photo)] == [1, 0]

    task.refresh_from_db()
    open_one.refresh_from_db()
    assert task.state == TaggingTaskState.CANCELLED
    assert open_one.state == TaggingTaskState.OPEN
    _, last = task.history.order_by("pk")
    assert (last.change, last.reason, last.actor) == ("Cancelled", "x" * 500, "ann")
    assert last.occurred_on == NOW


def test_changes_nothing_of_a_completed_task():
    photo = new_photo()
    create_tagging_task(creation(photo))
    TaggingTask.objects.update(state=TaggingTaskState.COMPLETED)

    assert cancel(photo) == 0

    assert TaggingTask.objects.get().state == TaggingTaskState.COMPLETED
