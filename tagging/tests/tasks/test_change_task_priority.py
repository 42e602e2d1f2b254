"""Changing the priority of an album's tagging tasks…"""

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from recognition.models import Album
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import creation, history_of, manual_album, new_photo, put_in
from tagging.works.tasks import cancel_tagging_task, change_task_priority, create_tagging_task

pytestmark = pytest.mark.django_db


def task_in(album: Album, state: TaggingTaskState = TaggingTaskState.OPEN) -> TaggingTask:
    task = create_tagging_task(creation(new_photo(album=album)))
    put_in(state, task.pk)
    return TaggingTask.objects.get(pk=task.pk)


def change(album: Album, priority: int) -> int:
    return change_task_priority(album.pk, priority, timezone.now())


def cancel(task: TaggingTask) -> int:
    return cancel_tagging_task(task.photo_id, "Blurred.", timezone.now())


@pytest.mark.parametrize("state", [TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED])
def test_changes_an_unfinished_task_of_the_album_once_and_writes_its_history(state):
    album = manual_album(priority=3)
    task, other = task_in(album, state), task_in(manual_album())

    assert [change(album, 80), change(album, 80)] == [1, 0]

    task.refresh_from_db()
    other.refresh_from_db()
    assert (task.priority, task.state, other.priority) == (80, state, 0)
    assert history_of(task) == [("Created", ""), ("PriorityChanged", "")]
    assert [row.priority for row in task.history.order_by("pk")] == [3, 80]


def test_takes_no_more_statements_for_many_tasks_than_for_one(django_assert_num_queries):
    album = manual_album()
    tasks = [task_in(album) for _ in range(5)]

    with django_assert_num_queries(3):  # lock, update, history
        assert change(album, 80) == 5

    assert set(TaggingTask.objects.values_list("priority", flat=True)) == {80}
    assert all(len(history_of(task)) == 2 for task in tasks)


@pytest.mark.django_db(transaction=True)
def test_leaves_a_task_that_is_cancelled_at_that_moment():
    album = manual_album(priority=3)
    task, other = task_in(album), task_in(album)

    changed = race(lambda: cancel(task), lambda: change(album, 80))

    task.refresh_from_db()
    assert (changed, task.priority, task.state) == (1, 3, TaggingTaskState.CANCELLED)
    assert history_of(task) == [("Created", ""), ("Cancelled", "Blurred.")]
    assert history_of(other) == [("Created", ""), ("PriorityChanged", "")]


@pytest.mark.django_db(transaction=True)
def test_comes_before_a_cancellation_at_that_moment():
    album = manual_album(priority=3)
    task = task_in(album)

    race(lambda: change(album, 80), lambda: cancel(task))

    rows = task.history.order_by("pk")
    assert [(row.change, row.priority) for row in rows] == [
        ("Created", 3),
        ("PriorityChanged", 80),
        ("Cancelled", 80),
    ]


@pytest.mark.django_db(transaction=True)
def test_is_done_once_by_two_racing_changes():
    album = manual_album(priority=3)
    tasks = [task_in(album) for _ in range(5)]

    again = race(lambda: change(album, 80), lambda: change(album, 80))

    assert again == 0
    assert all(len(history_of(task)) == 2 for task in tasks)
