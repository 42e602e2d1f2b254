"""Works whose time is over…"""

from datetime import timedelta

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once, or_code, race
from recognition.models import Photo, PhotoState
from tagging.models import TaggingTaskState, TaskHistory, WorkState
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.records.tasks_in_hand import WorkExpired
from tagging.tasks import expire_works_task
from tagging.tests.factories import history_of, taken_work, tasks_of, waiting_tasks
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)
from tagging.works.expiring import ExpireWorkCommand, expire_overdue_works, expire_work

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def in_hand(work, task, now=NOW):
    return {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk, "now": now}


@pytest.fixture
def work(db):
    """A work of two tasks whose time was over an hour ago."""
    waiting_tasks(2)
    return taken_work(now=NOW - timedelta(hours=2))


def test_return_their_unfinished_tasks_with_what_was_added(work):
    before = NOW - timedelta(minutes=110)
    done, open_one = tasks_of(work)
    add_tags(AddTagsCommand(**in_hand(work, open_one, before), tags=["7"]))
    complete_task(CompleteTaskCommand(**in_hand(work, done, before)))

    assert expire_overdue_works(NOW).results == [True]

    done.refresh_from_db()
    open_one.refresh_from_db()
    work.refresh_from_db()
    assert (done.state, done.work_id) == (TaggingTaskState.COMPLETED, work.pk)
    assert (open_one.state, open_one.work_id, open_one.numbers) == (
        TaggingTaskState.OPEN,
        None,
        ["7"],
    )
    assert (work.state, work.finished_on) == (WorkState.EXPIRED, NOW)
    assert history_of(open_one)[-1] == ("Expired", "The time was over.")


def test_end_no_earlier_than_their_last_completion(work):
    """A process that waited for the lock may have read the clock before."""
    done, _ = tasks_of(work)
    complete_task(CompleteTaskCommand(**in_hand(work, done, NOW - timedelta(minutes=100))))

    expire_work(ExpireWorkCommand(work_id=work.pk, now=NOW - timedelta(minutes=101)))

    work.refresh_from_db()
    assert work.finished_on == work.active_since == NOW - timedelta(minutes=100)


def test_are_expired_by_beat_unless_they_are_not_over(work):
    work.expires_on = NOW + timedelta(seconds=1)
    work.save()
    assert expire_overdue_works(NOW).results == []
    work.refresh_from_db()
    assert work.state == WorkState.ACTIVE
    work.expires_on = NOW
    work.save()

    expire_works_task()

    work.refresh_from_db()
    assert work.state == WorkState.EXPIRED


@pytest.mark.django_db(transaction=True)
def test_expire_once_by_two_processes_at_once(work):
    command = ExpireWorkCommand(work_id=work.pk, now=NOW)

    assert sorted(at_once(lambda: expire_work(command), lambda: expire_work(command))) == [
        False,
        True,
    ]

    assert TaskHistory.objects.filter(change="Expired").count() == 2


@pytest.mark.django_db(transaction=True)
def test_keep_a_task_completed_that_is_completed_at_that_moment(work):
    task = tasks_of(work)[0]
    command = CompleteTaskCommand(**in_hand(work, task, NOW - timedelta(minutes=61)))

    completed, _ = at_once(
        or_code(lambda: complete_task(command)),
        lambda: expire_work(ExpireWorkCommand(work_id=work.pk, now=NOW)),
    )

    task.refresh_from_db()
    photo = Photo.objects.get(pk=task.photo_id)
    if completed != WorkExpired.code:
        assert (task.state, photo.state) == (TaggingTaskState.COMPLETED, PhotoState.PROCESSED)
    else:
        assert (task.state, photo.state) == (TaggingTaskState.OPEN, PhotoState.AWAITING_TAGGING)


@pytest.mark.django_db(transaction=True)
def test_expire_whole_though_a_task_is_reopened_at_that_moment(work):
    before = NOW - timedelta(minutes=110)
    named = in_hand(work, tasks_of(work)[0], before)
    complete_task(CompleteTaskCommand(**named))

    race(
        lambda: reopen_task(ReopenTaskCommand(**named)),
        lambda: expire_work(ExpireWorkCommand(work_id=work.pk, now=NOW)),
    )

    work.refresh_from_db()
    assert work.state == WorkState.EXPIRED
    assert not work.tasks.filter(state=TaggingTaskState.ASSIGNED).exists()
