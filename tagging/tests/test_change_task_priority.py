"""Changing the priority of an album's tagging tasks…"""

import pytest
from django.utils import timezone

from recognition.models import Album
from tagging.commands.tasks import (
    ChangeTaskPriorityCommand,
    change_task_priority,
    create_tagging_task,
)
from tagging.models import TaggingTask, TaskHistory, TaskState
from tagging.tests.factories import creation, history_of, manual_album, new_photo

pytestmark = pytest.mark.django_db


def task_in(album: Album, state: TaskState = TaskState.OPEN) -> TaggingTask:
    task = create_tagging_task(creation(new_photo(album=album)))
    TaggingTask.objects.filter(pk=task.pk).update(state=state)
    return TaggingTask.objects.get(pk=task.pk)


def change(album: Album, priority: int) -> int:
    return change_task_priority(
        ChangeTaskPriorityCommand(album_id=album.pk, priority=priority, now=timezone.now())
    )


@pytest.mark.parametrize("state", [TaskState.OPEN, TaskState.ASSIGNED])
def test_moves_an_unfinished_task_and_writes_it_down(state):
    album = manual_album(priority=3)
    task = task_in(album, state)

    assert change(album, 80) == 1

    task.refresh_from_db()
    assert (task.priority, task.state) == (80, state)
    assert history_of(task) == [("Created", ""), ("PriorityChanged", "")]
    assert [row.priority for row in task.history.order_by("pk")] == [3, 80]


@pytest.mark.parametrize("state", [TaskState.COMPLETED, TaskState.CANCELLED])
def test_leaves_a_task_that_is_over(state):
    album = manual_album(priority=3)
    task = task_in(album, state)

    assert change(album, 80) == 0

    task.refresh_from_db()
    assert task.priority == 3
    assert history_of(task) == [("Created", "")]


def test_leaves_other_albums():
    other = task_in(manual_album())

    assert change(manual_album(), 80) == 0

    other.refresh_from_db()
    assert other.priority == 0


def test_changes_nothing_when_repeated():
    album = manual_album()
    task_in(album)
    change(album, 80)

    assert change(album, 80) == 0

    assert TaskHistory.objects.count() == 2


def test_takes_one_statement_for_a_whole_album(django_assert_num_queries):
    album = manual_album()
    for _ in range(5):
        task_in(album)

    with django_assert_num_queries(1):
        change(album, 80)

    assert set(TaggingTask.objects.values_list("priority", flat=True)) == {80}
