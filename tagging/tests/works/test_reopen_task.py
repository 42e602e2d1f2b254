"""Reopening a task, and what becomes of it…"""

from decimal import Decimal

import pytest

from recognition.models import PhotoState, Strategy
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.tagging import PhotoNotWaiting
from tagging.models import TaggingTaskState
from tagging.tests.calls.in_hand import change_strategy, complete, counted, in_hand, photo_of
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.factories import tasks_of
from tagging.works.completing import ReopenTaskCommand, reopen_task

pytestmark = pytest.mark.django_db


def test_reopening_lets_the_tagator_change_a_task_and_takes_back_what_it_counted(work):
    task = tasks_of(work)[0]
    complete(work, task, "7", "12", seconds=40)

    reopen_task(ReopenTaskCommand(**in_hand(work, task, 50)))

    task.refresh_from_db()
    assert (task.state, photo_of(task).state) == (TaggingTaskState.ASSIGNED, PhotoState.PROCESSED)
    assert counted(task) == (0, 0, Decimal(40), Decimal(0))


def test_reopening_a_task_of_a_deleted_photo_is_refused(work):
    task = tasks_of(work)[0]
    complete(work, task)
    delete_photo(DeletePhotoCommand(photo_id=task.photo_id, album_id=task.album_id))

    with pytest.raises(PhotoNotWaiting):
        reopen_task(ReopenTaskCommand(**in_hand(work, task)))

    assert counted(task)[0] == 1


@pytest.mark.parametrize(
    ("strategy", "state"),
    [("Disabled", "Cancelled"), ("Number", "Cancelled"), ("NumberThenManual", "Assigned")],
)
def test_a_reopened_task_is_cancelled_when_its_album_needs_no_tagging_any_more(
    work, strategy, state
):
    first, task, _ = tasks_of(work)
    for each in (first, task):
        complete(work, each, "7")
    reopen_task(ReopenTaskCommand(**in_hand(work, task)))

    change_strategy(task.album_id, Strategy(strategy))

    task.refresh_from_db()
    first.refresh_from_db()
    photo = photo_of(task)
    assert (task.state, photo.state) == (state, PhotoState.PROCESSED)
    assert photo.tagging_task_id == (task.pk if state == "Assigned" else None)
    assert first.state == TaggingTaskState.COMPLETED
    assert len(tags_sent()) == 2
