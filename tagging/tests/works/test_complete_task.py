"""Completing a task…"""

from decimal import Decimal

import pytest

from foundation.messaging.tests.play.racing import at_once
from recognition.models import AlbumCustomTag, PhotoState
from tagging.models import Tagator, TaggingTaskState, WorkState
from tagging.tests.calls.in_hand import complete, counted, in_hand, photo_of
from tagging.tests.calls.tasks import results_sent, tags_sent
from tagging.tests.factories import tasks_of
from tagging.works.completing import CompleteTaskCommand, complete_task

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
