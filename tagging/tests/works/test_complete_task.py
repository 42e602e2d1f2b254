"""Completing a task, and skipping one…"""

from decimal import Decimal

import pytest

from foundation.messaging.tests.play.racing import at_once, or_code, race
from recognition.models import AlbumCustomTag, PhotoState, Strategy
from recognition.processing.reported import PhotoNotWaiting
from tagging.models import Tagator, TaggingTask, TaggingTaskState, TaskHistory, WorkState
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.records.tasks_in_hand import TaskCancelled, TaskCompleted, WorkCompleted
from tagging.tests.calls.works import (
    after,
    change_strategy,
    complete,
    counted,
    in_hand,
    photo_of,
    reopen,
    results_sent,
    skip,
    tags_sent,
)
from tagging.tests.factories import delete, history_of, new_tagator, tasks_of
from tagging.works.commands import CompleteTaskCommand, TakeWorkCommand, complete_task, take_work
from tagging.works.skipping import TaskTaken

pytestmark = pytest.mark.django_db


def test_makes_the_tags_the_photo_s_and_sends_them_once(work):
    task = tasks_of(work)[0]
    AlbumCustomTag.objects.create(album=task.album, name="podium")

    complete(work, task, "7", "12", custom_tags=["podium"])
    complete_task(CompleteTaskCommand(**in_hand(work, task)))

    task.refresh_from_db()
    assert (task.state, photo_of(task).state) == (TaggingTaskState.COMPLETED, PhotoState.PROCESSED)
    assert tags_sent() == [
        [{"value": "7", "source": "Manual"}, {"value": "12", "source": "Manual"}]
    ]
    assert photo_of(task).custom_tags == results_sent()[0]["customTags"] == ["podium"]
    assert counted(task)[0] == 1


def test_counts_time_since_the_completion_before_numbers_and_the_rate(work):
    first, second, _ = tasks_of(work)

    complete(work, first, "7", "12", seconds=40)
    Tagator.objects.update(rate_per_task=Decimal("0.2"))
    complete(work, second, seconds=55.5)

    assert counted(first) == (1, 2, Decimal(40), Decimal("0.15"))
    assert counted(second) == (1, 0, Decimal("15.5"), Decimal("0.2"))


def test_earns_the_rate_of_each_number_that_was_read_whole_beside_that_of_the_task(work):
    by_both, by_number, _ = tasks_of(work)
    Tagator.objects.update(rate_per_number=Decimal("0.03"))

    complete(work, by_both, "7", "12", "?5")
    Tagator.objects.update(rate_per_task=0)
    complete(work, by_number, "7", "12", "13")

    assert [counted(task)[3] for task in (by_both, by_number)] == [Decimal("0.21"), Decimal("0.09")]
    reopen(work, by_both)
    assert sum(row.amount for row in by_both.history.all()) == 0


def test_counts_no_second_twice_where_an_earlier_completion_is_stored_later(work):
    later, earlier, last = tasks_of(work)

    complete(work, later, seconds=40)
    complete(work, earlier, seconds=30)
    complete(work, last, seconds=50)

    assert [counted(task)[2] for task in (later, earlier, last)] == [40, 0, 10]


def test_counts_no_longer_pause_than_the_idle_cap(work):
    task = tasks_of(work)[0]

    complete(work, task, seconds=900)

    assert counted(task)[2] == 300


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


def test_reopening_lets_the_tagator_change_a_task_and_takes_back_what_it_counted(work):
    task = tasks_of(work)[0]
    complete(work, task, "7", "12", seconds=40)

    reopen(work, task, 50)

    task.refresh_from_db()
    assert (task.state, photo_of(task).state) == (TaggingTaskState.ASSIGNED, PhotoState.PROCESSED)
    assert counted(task) == (0, 0, Decimal(40), Decimal(0))


def test_reopening_a_task_of_a_deleted_photo_is_refused(work):
    task = tasks_of(work)[0]
    complete(work, task)
    delete(task.photo)

    with pytest.raises(PhotoNotWaiting):
        reopen(work, task)

    assert counted(task)[0] == 1


@pytest.mark.parametrize(
    ("strategy", "state"),
    [("Disabled", "Cancelled"), ("Number", "Cancelled"), ("NumberThenManual", "Assigned")],
)
def test_a_reopened_task_is_cancelled_when_its_album_needs_no_tagging(work, strategy, state):
    first, task, _ = tasks_of(work)
    for each in (first, task):
        complete(work, each, "7")
    reopen(work, task)

    change_strategy(task.album_id, Strategy(strategy))

    task.refresh_from_db()
    first.refresh_from_db()
    photo = photo_of(task)
    assert (task.state, photo.state) == (state, PhotoState.PROCESSED)
    assert photo.tagging_task_id == (task.pk if state == "Assigned" else None)
    assert first.state == TaggingTaskState.COMPLETED
    assert len(tags_sent()) == 2


def test_a_completed_task_takes_no_tags_and_is_not_skipped(work):
    task = tasks_of(work)[0]
    complete(work, task)

    with pytest.raises(TaskCompleted):
        add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))
    with pytest.raises(TaskCompleted):
        skip(work, task)

    assert not task.tags.exists()


@pytest.mark.django_db(transaction=True)
def test_completing_and_deleting_the_photo_at_once_leaves_nothing_open(work):
    task = tasks_of(work)[0]

    completed, _ = at_once(
        or_code(lambda: complete_task(CompleteTaskCommand(**in_hand(work, task)))),
        lambda: delete(task.photo),
    )

    task.refresh_from_db()
    assert completed in (task, TaskCancelled.code)
    assert task.state in (TaggingTaskState.COMPLETED, TaggingTaskState.CANCELLED)
    assert photo_of(task).state == PhotoState.DELETED


def test_skipping_returns_the_task_with_its_tags(work):
    task = tasks_of(work)[0]
    add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))

    skip(work, task, reason="Too dark.")

    task.refresh_from_db()
    assert (task.state, task.work_id, task.numbers) == (TaggingTaskState.OPEN, None, ["7"])
    assert history_of(task)[-1] == ("Skipped", "Too dark.")
    assert counted(task)[0] == 0
    assert not tags_sent()


@pytest.mark.django_db(transaction=True)
def test_skipping_twice_at_once_counts_once(work):
    task = tasks_of(work)[0]

    refusal = race(*[lambda: skip(work, task)] * 2)

    assert refusal is None
    assert TaskHistory.objects.filter(change="Skipped").count() == 1


def skipped(work):
    task = tasks_of(work)[0]
    skip(work, task, reason="Too dark.")
    return task


def test_skipping_gives_the_task_back_once_to_be_skipped_or_completed_and_paid(work):
    task = skipped(work)
    for _ in range(2):
        reopen(work, task, 20)
    assert TaskHistory.objects.filter(change="Reopened").count() == 1
    skip(work, task, 22)
    task.refresh_from_db()
    assert (task.state, task.work_id) == (TaggingTaskState.OPEN, None)
    reopen(work, task, 24)

    complete(work, task, "7", seconds=30)

    assert history_of(task)[-2:] == [("Reopened", "The skip was taken back."), ("Completed", "")]
    assert counted(task) == (1, 1, Decimal(30), Decimal("0.15"))
    assert [tag["value"] for tag in tags_sent()[-1]] == ["7"]


def test_skipping_is_refused_where_another_tagger_has_the_task(work):
    task = skipped(work)
    other = take_work(TakeWorkCommand(tagator_id=new_tagator().pk, now=after(15))).work

    with pytest.raises(TaskTaken):
        reopen(work, task, 20)

    task.refresh_from_db()
    assert task.work_id == other.pk


def test_skipping_is_refused_when_the_work_is_handed_in(work):
    tasks = tasks_of(work)
    for task in tasks:
        skip(work, task)

    with pytest.raises(WorkCompleted):
        reopen(work, tasks[0], 20)

    assert set(TaggingTask.objects.values_list("state", flat=True)) == {TaggingTaskState.OPEN}
