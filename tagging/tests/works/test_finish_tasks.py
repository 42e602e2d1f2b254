"""Completing, skipping and reopening tasks of a work…"""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import Sum
from django.utils import timezone

from messaging.tests.play.racing import at_once, race
from recognition.commands.albums.settings import change_album_recognition_settings
from recognition.commands.jobs.running import RunJobCommand, run_job
from recognition.commands.photos.publishing import DeletePhotoCommand, delete_photo
from recognition.commands.photos.tagging import PhotoNotWaiting
from recognition.models import (
    AlbumCustomTag,
    AlbumPhotosProcessingJob,
    Photo,
    PhotoState,
    Strategy,
)
from recognition.tests.album_changes import settings_of
from tagging.commands.finishing import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    SkipTaskCommand,
    complete_task,
    reopen_task,
    skip_task,
)
from tagging.commands.in_hand import TaskCancelled, TaskCompleted, WorkCompleted
from tagging.commands.tags import AddTagsCommand, add_tags
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tagging.models import Tagator, TaskHistory, TaskState, WorkState
from tagging.tests.factories import (
    history_of,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.tests.task_callbacks import results_sent, tags_sent

pytestmark = pytest.mark.django_db

START = timezone.now()


@pytest.fixture
def work(db):
    """A work of three tasks, taken at `START`, at 0.15 a task."""
    waiting_tasks(3)
    return taken_work(new_tagator(rate_per_task=Decimal("0.15")), now=START)


def after(seconds):
    return START + timedelta(seconds=seconds)


def in_hand(work, task, seconds=10):
    return {
        "tagator_id": work.tagator_id,
        "work_id": work.pk,
        "task_id": task.pk,
        "now": after(seconds),
    }


def complete(work, task, *tags, seconds=10, **more):
    add_tags(AddTagsCommand(**in_hand(work, task, seconds), tags=tags, **more))
    return complete_task(CompleteTaskCommand(**in_hand(work, task, seconds)))


def change_strategy(album_id, strategy):
    """Change an album's strategy, and have its photos follow."""
    change_album_recognition_settings(settings_of(album_id, strategy))
    for job in AlbumPhotosProcessingJob.objects.all():
        run_job(RunJobCommand(job_id=job.pk))


def photo_of(task):
    return Photo.objects.get(pk=task.photo_id)


def counted(task):
    """Return what the history counts: tasks, numbers, seconds, amount."""
    names = ("tasks", "numbers", "active_seconds", "amount")
    found = TaskHistory.objects.filter(task=task).aggregate(*(Sum(name) for name in names))
    return tuple(found[f"{name}__sum"] for name in names)


def test_completing_makes_the_tags_the_photo_s_and_sends_them(work):
    task = tasks_of(work)[0]

    complete(work, task, "7", "12")

    task.refresh_from_db()
    assert (task.state, photo_of(task).state) == (TaskState.COMPLETED, PhotoState.PROCESSED)
    assert tags_sent() == [
        [{"value": "7", "source": "Manual"}, {"value": "12", "source": "Manual"}]
    ]


def test_completing_sends_custom_tags_beside_the_numbers(work):
    task = tasks_of(work)[0]
    AlbumCustomTag.objects.create(album=task.album, name="podium")

    complete(work, task, custom_tags=["podium"])

    assert photo_of(task).custom_tags == ["podium"]
    assert results_sent()[0]["customTags"] == ["podium"]


def test_completing_counts_time_since_the_completion_before_numbers_and_the_rate(work):
    first, second, _ = tasks_of(work)

    complete(work, first, "7", "12", seconds=40)
    Tagator.objects.update(rate_per_task=Decimal("0.2"))
    complete(work, second, seconds=55.5)

    assert counted(first) == (1, 2, Decimal(40), Decimal("0.15"))
    assert counted(second) == (1, 0, Decimal("15.5"), Decimal("0.2"))


def test_completing_counts_no_second_twice_where_an_earlier_completion_is_stored_later(work):
    later, earlier, last = tasks_of(work)

    complete(work, later, seconds=40)
    complete(work, earlier, seconds=30)
    complete(work, last, seconds=50)

    assert [counted(task)[2] for task in (later, earlier, last)] == [40, 0, 10]


def test_completing_counts_no_longer_pause_than_the_idle_cap(work):
    task = tasks_of(work)[0]

    complete(work, task, seconds=900)

    assert counted(task)[2] == 300


def test_completing_again_changes_nothing(work):
    task = tasks_of(work)[0]
    complete(work, task, "7")

    complete_task(CompleteTaskCommand(**in_hand(work, task)))

    assert len(tags_sent()) == 1
    assert counted(task)[0] == 1


def test_completing_the_last_task_completes_the_work(work):
    for task in tasks_of(work):
        complete(work, task)

    work.refresh_from_db()
    assert (work.state, work.finished_on) == (WorkState.COMPLETED, after(10))


@pytest.mark.django_db(transaction=True)
def test_completing_the_last_two_tasks_at_once_completes_the_work(work):
    first, *last = tasks_of(work)
    complete(work, first)

    at_once(
        *(lambda t=task: complete_task(CompleteTaskCommand(**in_hand(work, t))) for task in last)
    )

    work.refresh_from_db()
    assert work.state == WorkState.COMPLETED


@pytest.mark.django_db(transaction=True)
def test_completing_twice_at_once_counts_once(work):
    task = tasks_of(work)[0]

    at_once(*[lambda: complete_task(CompleteTaskCommand(**in_hand(work, task)))] * 3)

    assert counted(task)[0] == 1
    assert len(tags_sent()) == 1


def test_skipping_returns_the_task_with_its_tags(work):
    task = tasks_of(work)[0]
    add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))

    skip_task(SkipTaskCommand(**in_hand(work, task), reason="Too dark."))

    task.refresh_from_db()
    assert (task.state, task.work_id, task.numbers) == (TaskState.OPEN, None, ["7"])
    assert history_of(task)[-1] == ("Skipped", "Too dark.")
    assert counted(task)[0] == 0
    assert not tags_sent()


def test_skipping_again_changes_nothing(work):
    task = tasks_of(work)[0]
    skip_task(SkipTaskCommand(**in_hand(work, task)))

    skip_task(SkipTaskCommand(**in_hand(work, task)))

    assert TaskHistory.objects.filter(change="Skipped").count() == 1


@pytest.mark.django_db(transaction=True)
def test_skipping_twice_at_once_counts_once(work):
    task = tasks_of(work)[0]

    refusal = race(*[lambda: skip_task(SkipTaskCommand(**in_hand(work, task)))] * 2)

    assert refusal is None
    assert TaskHistory.objects.filter(change="Skipped").count() == 1


def test_skipping_what_is_left_completes_the_work(work):
    for task in tasks_of(work):
        skip_task(SkipTaskCommand(**in_hand(work, task)))

    work.refresh_from_db()
    assert work.state == WorkState.COMPLETED


def test_reopening_lets_the_tagator_change_a_task_and_takes_back_what_it_counted(work):
    task = tasks_of(work)[0]
    complete(work, task, "7", "12", seconds=40)

    reopen_task(ReopenTaskCommand(**in_hand(work, task, 50)))

    task.refresh_from_db()
    assert (task.state, photo_of(task).state) == (TaskState.ASSIGNED, PhotoState.PROCESSED)
    assert counted(task) == (0, 0, Decimal(40), Decimal(0))


def test_completing_a_reopened_task_sends_the_whole_set_with_the_next_version(work):
    task = tasks_of(work)[0]
    complete(work, task, "7", seconds=40)
    reopen_task(ReopenTaskCommand(**in_hand(work, task, 50)))

    complete(work, task, "12", seconds=60)

    first, second = results_sent()
    assert [tag["value"] for tag in second["tags"]] == ["7", "12"]
    assert second["version"] > first["version"]
    assert counted(task) == (1, 2, Decimal(60), Decimal("0.15"))


def test_a_reopened_task_of_an_expired_work_goes_to_the_pool(work):
    task = tasks_of(work)[0]
    complete(work, task, "7")
    reopen_task(ReopenTaskCommand(**in_hand(work, task)))

    again = taken_work(now=START + timedelta(hours=2))
    taken = next(each for each in tasks_of(again) if each == task)
    complete(again, taken, "12", seconds=7300)

    assert [tag["value"] for tag in tags_sent()[-1]] == ["7", "12"]


def test_reopening_a_task_of_a_completed_work_is_refused(work):
    for task in tasks_of(work):
        complete(work, task)

    with pytest.raises(WorkCompleted):
        reopen_task(ReopenTaskCommand(**in_hand(work, task)))

    task.refresh_from_db()
    assert task.state == TaskState.COMPLETED


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
    assert first.state == TaskState.COMPLETED
    assert len(tags_sent()) == 2


def test_a_completed_task_takes_no_tags_and_is_not_skipped(work):
    task = tasks_of(work)[0]
    complete(work, task)

    with pytest.raises(TaskCompleted):
        add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))
    with pytest.raises(TaskCompleted):
        skip_task(SkipTaskCommand(**in_hand(work, task)))

    assert not task.tags.exists()


def test_a_task_cancelled_in_the_tagator_s_hands_is_refused_and_sends_nothing(work):
    task = tasks_of(work)[0]
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(photo_id=task.photo_id, reason="Wrong photo.", now=START)
    )

    with pytest.raises(TaskCancelled):
        complete_task(CompleteTaskCommand(**in_hand(work, task)))
    with pytest.raises(TaskCancelled):
        skip_task(SkipTaskCommand(**in_hand(work, task)))

    assert not tags_sent()
    assert counted(task)[0] == 0


def test_a_cancelled_last_task_completes_the_work(work):
    *others, last = tasks_of(work)
    for task in others:
        complete(work, task)

    delete_photo(DeletePhotoCommand(photo_id=last.photo_id, album_id=last.album_id))

    work.refresh_from_db()
    assert work.state == WorkState.COMPLETED


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
    assert task.state in (TaskState.COMPLETED, TaskState.CANCELLED)
    assert photo_of(task).state == PhotoState.DELETED
