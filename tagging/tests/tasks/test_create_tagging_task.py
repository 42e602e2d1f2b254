"""Creating a tagging task…"""

from contextlib import nullcontext
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.models import Album
from tagging.models import TaggingTask, TaggingTaskState, TaskHistory
from tagging.tests.factories import SHOT_ON, creation, history_of, manual_album, new_photo, put_in
from tagging.works.tagging_tasks import (
    PhotoHasTaggingTask,
    TaskIdTaken,
    cancel_tagging_task,
    change_task_priority,
    create_tagging_task,
)

pytestmark = pytest.mark.django_db


def test_stores_what_a_tagator_needs_the_album_s_priority_and_its_history():
    photo = new_photo(album=manual_album(priority=7))
    command = creation(photo)

    create_tagging_task(command)

    task, row = TaggingTask.objects.get(), TaskHistory.objects.get()
    assert (task.pk, task.photo_id, task.album_id) == (command.task_id, photo.pk, photo.album_id)
    assert (task.photographer_id, task.shooting_date) == (command.photographer_id, SHOT_ON)
    assert (task.image_url, task.created_on) == (photo.image_url, command.now)
    assert (task.state, task.priority) == (TaggingTaskState.OPEN, 7)
    assert (row.task_id, row.change, row.priority) == (command.task_id, "Created", 7)
    assert (row.occurred_on, row.actor, row.reason) == (command.now, "", "")


@pytest.mark.parametrize("name", ["photographer_id", "photo_id"])
def test_refuses_an_id_that_another_task_has(name):
    photo = new_photo()
    other = {"photographer_id": uuid4(), "photo_id": new_photo(album=photo.album).pk}
    before = creation(photo)
    create_tagging_task(before)

    with pytest.raises(TaskIdTaken), transaction.atomic():
        create_tagging_task(creation(photo, task_id=before.task_id, **{name: other[name]}))

    task = TaggingTask.objects.get()
    assert getattr(task, name) == getattr(before, name)
    assert history_of(task) == [("Created", "")]


@pytest.mark.parametrize("state", TaggingTaskState.values)
def test_refuses_a_photo_with_an_unfinished_task_alone(state):
    photo = new_photo()
    task = create_tagging_task(creation(photo))
    put_in(state, task.pk)
    is_finished = state in (TaggingTaskState.COMPLETED, TaggingTaskState.CANCELLED)

    with nullcontext() if is_finished else pytest.raises(PhotoHasTaggingTask), transaction.atomic():
        create_tagging_task(creation(photo))

    assert TaggingTask.objects.count() == TaskHistory.objects.count() == 1 + is_finished


@pytest.mark.django_db(transaction=True)
def test_lets_one_of_two_racing_tasks_of_a_photo_win():
    photo = new_photo()
    first, second = creation(photo), creation(photo)

    outcome = race(lambda: create_tagging_task(first), lambda: create_tagging_task(second))

    assert isinstance(outcome, PhotoHasTaggingTask)
    assert [task.pk for task in TaggingTask.objects.all()] == [first.task_id]
    assert TaskHistory.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_is_done_once_by_two_racing_calls_for_the_same_task():
    command = creation(new_photo())

    outcome = race(lambda: create_tagging_task(command), lambda: create_tagging_task(command))

    assert outcome.pk == command.task_id
    assert history_of(TaggingTask.objects.get()) == [("Created", "")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_created_first", [False, True])
def test_takes_the_priority_of_a_racing_change(is_created_first):
    photo = new_photo()
    change = ChangeAlbumPriorityCommand(album_id=photo.album_id, priority=90)
    works = [lambda: change_album_priority(change), lambda: create_tagging_task(creation(photo))]

    race(*(reversed(works) if is_created_first else works))

    changes = [("Created", ""), *([("PriorityChanged", "")] if is_created_first else [])]
    assert TaggingTask.objects.get().priority == TaskHistory.objects.latest("pk").priority == 90
    assert history_of(TaggingTask.objects.get()) == changes


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
