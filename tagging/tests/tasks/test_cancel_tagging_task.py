"""Cancelling the tagging task of a photo…"""

import pytest
from django.utils import timezone

from recognition.models import Photo
from tagging.commands.tasks import cancel_tagging_task, create_tagging_task
from tagging.models import TaggingTask, TaggingTaskState, TaskHistory
from tagging.tests.factories import creation, history_of, new_photo, put_in

pytestmark = pytest.mark.django_db


NOW = timezone.now()


def cancel(photo: Photo, reason: str = "Blurred.") -> int:
    return cancel_tagging_task(photo.pk, reason, NOW, "ann")


@pytest.mark.parametrize("state", [TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED])
def test_cancels_an_unfinished_task_and_stores_who_and_why(state):
    photo = new_photo()
    task = create_tagging_task(creation(photo))
    put_in(state, task.pk)

    assert cancel(photo) == 1

    assert TaggingTask.objects.get().state == TaggingTaskState.CANCELLED
    last = TaskHistory.objects.latest("pk")
    assert (last.change, last.reason, last.actor) == ("Cancelled", "Blurred.", "ann")
    assert last.occurred_on == NOW


def test_changes_nothing_when_repeated():
    photo = new_photo()
    create_tagging_task(creation(photo))
    cancel(photo)

    assert cancel(photo) == 0

    assert history_of(TaggingTask.objects.get()) == [("Created", ""), ("Cancelled", "Blurred.")]


def test_changes_nothing_of_a_completed_task():
    photo = new_photo()
    create_tagging_task(creation(photo))
    TaggingTask.objects.update(state=TaggingTaskState.COMPLETED)

    assert cancel(photo) == 0

    assert TaggingTask.objects.get().state == TaggingTaskState.COMPLETED


def test_leaves_the_tasks_of_other_photos_open():
    photo, other = new_photo(), new_photo()
    create_tagging_task(creation(other))

    assert cancel(photo) == 0

    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


def test_stores_as_much_of_a_long_reason_as_the_history_holds():
    photo = new_photo()
    create_tagging_task(creation(photo))

    cancel(photo, reason="x" * 900)

    assert TaskHistory.objects.latest("pk").reason == "x" * 500
