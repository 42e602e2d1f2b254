"""Tasks that are completed or cancelled…"""

import pytest

from foundation.messaging.tests.play.racing import at_once
from recognition.models import PhotoState
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from tagging.models import TaggingTaskState
from tagging.records.assigned import TaskCancelled, TaskCompleted
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.calls.in_hand import complete, in_hand, photo_of
from tagging.tests.factories import tasks_of
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db


def test_a_completed_task_takes_no_tags_and_is_not_skipped(work):
    task = tasks_of(work)[0]
    complete(work, task)

    with pytest.raises(TaskCompleted):
        add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))
    with pytest.raises(TaskCompleted):
        skip_task(SkipTaskCommand(**in_hand(work, task)))

    assert not task.tags.exists()


@pytest.mark.django_db(transaction=True)
def test_completing_and_deleting_the_photo_at_once_leaves_nothing_open(work):
    task = tasks_of(work)[0]

    def finish():
        try:
            complete_task(CompleteTaskCommand(**in_hand(work, task)))
        except TaskCancelled:
            return "cancelled"
        return "completed"

    at_once(
        finish,
        lambda: delete_photo(DeletePhotoCommand(photo_id=task.photo_id, album_id=task.album_id)),
    )

    task.refresh_from_db()
    assert task.state in (TaggingTaskState.COMPLETED, TaggingTaskState.CANCELLED)
    assert photo_of(task).state == PhotoState.DELETED
