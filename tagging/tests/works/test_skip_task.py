"""Skipping a task…"""

from decimal import Decimal

import pytest

from foundation.messaging.tests.play.racing import race
from tagging.models import TaggingTask, TaggingTaskState, TaskHistory
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.records.tasks_in_hand import WorkCompleted
from tagging.tests.calls.in_hand import after, complete, counted, in_hand
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.factories import history_of, new_tagator, tasks_of
from tagging.works.commands import ReopenTaskCommand, TakeWorkCommand, reopen_task, take_work
from tagging.works.skipping import SkipTaskCommand, TaskTaken, skip_task

pytestmark = pytest.mark.django_db


def test_returns_the_task_with_its_tags(work):
    task = tasks_of(work)[0]
    add_tags(AddTagsCommand(**in_hand(work, task), tags=["7"]))

    skip_task(SkipTaskCommand(**in_hand(work, task), reason="Too dark."))

    task.refresh_from_db()
    assert (task.state, task.work_id, task.numbers) == (TaggingTaskState.OPEN, None, ["7"])
    assert history_of(task)[-1] == ("Skipped", "Too dark.")
    assert counted(task)[0] == 0
    assert not tags_sent()


@pytest.mark.django_db(transaction=True)
def test_skipping_twice_at_once_counts_once(work):
    task = tasks_of(work)[0]

    refusal = race(*[lambda: skip_task(SkipTaskCommand(**in_hand(work, task)))] * 2)

    assert refusal is None
    assert TaskHistory.objects.filter(change="Skipped").count() == 1


def skipped(work):
    task = tasks_of(work)[0]
    skip_task(SkipTaskCommand(**in_hand(work, task), reason="Too dark."))
    return task


def test_gives_the_task_back_once_to_be_skipped_or_completed_and_paid(work):
    task = skipped(work)
    for _ in range(2):
        reopen_task(ReopenTaskCommand(**in_hand(work, task, 20)))
    assert TaskHistory.objects.filter(change="Reopened").count() == 1
    skip_task(SkipTaskCommand(**in_hand(work, task, 22)))
    task.refresh_from_db()
    assert (task.state, task.work_id) == (TaggingTaskState.OPEN, None)
    reopen_task(ReopenTaskCommand(**in_hand(work, task, 24)))

    complete(work, task, "7", seconds=30)

    assert history_of(task)[-2:] == [("Reopened", "The skip was taken back."), ("Completed", "")]
    assert counted(task) == (1, 1, Decimal(30), Decimal("0.15"))
    assert [tag["value"] for tag in tags_sent()[-1]] == ["7"]


def test_is_refused_where_another_tagger_has_the_task(work):
    task = skipped(work)
    other = take_work(TakeWorkCommand(tagator_id=new_tagator().pk, now=after(15))).work

    with pytest.raises(TaskTaken):
        reopen_task(ReopenTaskCommand(**in_hand(work, task, 20)))

    task.refresh_from_db()
    assert task.work_id == other.pk


def test_is_refused_when_the_work_is_handed_in(work):
    tasks = tasks_of(work)
    for task in tasks:
        skip_task(SkipTaskCommand(**in_hand(work, task)))

    with pytest.raises(WorkCompleted):
        reopen_task(ReopenTaskCommand(**in_hand(work, tasks[0], 20)))

    assert set(TaggingTask.objects.values_list("state", flat=True)) == {TaggingTaskState.OPEN}
