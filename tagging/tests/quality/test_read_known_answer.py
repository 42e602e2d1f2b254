"""A known answer that a tagger has in hand…"""

from decimal import Decimal

import pytest

from foundation.messaging.models import OutboxMessage
from recognition.models import Photo
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.tagging import PhotoNotWaiting
from tagging.models import KnownAnswerReading, TaggingTaskState, TaskHistory
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.tests.factories import new_tagator
from tagging.tests.quality.checks import in_hand, known_task, mark, read, read_again, work_of
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import ReopenTaskCommand, reopen_task

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("numbers", "is_hit"),
    [(["12", "7"], True), ([], False), (["12"], False), (["12", "7", "8"], False)],
)
def test_is_a_hit_where_exactly_the_known_set_is_read_last(numbers, is_hit):
    task = known_task("7", "12")

    read(task, *numbers)

    found = KnownAnswerReading.objects.get()
    assert (found.is_hit, found.tagator) == (is_hit, work_of(task).tagator)
    assert (found.numbers, found.expected_numbers) == (numbers, ["12", "7"])
    read_again(task, "7", "12")
    assert KnownAnswerReading.objects.get().is_hit is True


def test_that_was_unmarked_meanwhile_counts_for_nothing():
    task = known_task("7")
    unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=task.photo_id))

    read(task, "7")

    assert not KnownAnswerReading.objects.exists()


def test_is_judged_as_it_was_known_when_it_was_read():
    task = known_task("7")
    read(task, "7")

    mark(task.photo, "8")

    found = KnownAnswerReading.objects.get()
    assert (found.is_hit, found.expected_numbers) == (True, ["7"])


def test_is_paid_as_any_other_task_and_changes_nothing_of_its_photo():
    task = known_task("7", tagator=new_tagator(rate_per_task=Decimal("0.15")))
    OutboxMessage.objects.all().delete()
    before = Photo.objects.get(pk=task.photo_id)

    read(task, "8")

    done = TaskHistory.objects.get(task=task, change="Completed")
    assert (done.tasks, done.numbers, done.amount) == (1, 1, Decimal("0.15"))
    assert Photo.objects.get(pk=task.photo_id).version == before.version
    assert not OutboxMessage.objects.exists()


def test_that_is_skipped_and_taken_back_is_in_the_same_work_again():
    task = known_task("7")
    command = in_hand(task)
    skip_task(SkipTaskCommand(**command))

    reopen_task(ReopenTaskCommand(**command))

    task.refresh_from_db()
    assert (task.state, task.work_id) == (TaggingTaskState.ASSIGNED, command["work_id"])


def test_of_a_deleted_photo_is_cancelled_or_not_reopened():
    waiting, done = known_task("7"), known_task("8")
    read(done, "8")

    for task in (waiting, done):
        delete_photo(DeletePhotoCommand(photo_id=task.photo_id, album_id=task.album_id))

    waiting.refresh_from_db()
    assert waiting.state == TaggingTaskState.CANCELLED
    with pytest.raises(PhotoNotWaiting):
        reopen_task(ReopenTaskCommand(**in_hand(done)))
