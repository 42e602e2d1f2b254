"""The tables of tagging hold by themselves that…"""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.db.models import QuerySet

from recognition.models import Album, Photo
from tagging.models import TASK_ORDER, TaggingTask, TaggingTaskState, TaskHistory
from tagging.tests.factories import SHOT_ON, creation, manual_album, new_photo, work_in_hand
from tagging.works.tagging_tasks import create_tagging_task
from tools.bench.many_photos import add_photos

pytestmark = pytest.mark.django_db


def many_tasks(album: Album, state: TaggingTaskState) -> None:
    add_photos(album.pk, photos=500, unrecognised=0)
    photos = Photo.objects.filter(album=album, tagging_tasks=None)
    TaggingTask.objects.bulk_create(
        TaggingTask(
            photo=photo,
            album=album,
            priority=number % 7,
            shooting_date=SHOT_ON + timedelta(seconds=number),
            state=state,
        )
        for number, photo in enumerate(photos)
    )


def plan_of(rows: "QuerySet[TaggingTask]") -> str:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tagging_taggingtask")
    return rows.explain()


@pytest.mark.parametrize("operation", ["update", "delete"])
def test_history_is_only_added_to(operation):
    create_tagging_task(creation(new_photo()))
    rows = TaskHistory.objects.all()

    with pytest.raises(IntegrityError, match="append-only"):
        rows.update(reason="") if operation == "update" else rows.delete()


@pytest.mark.parametrize("state", [TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED])
def test_a_photo_has_one_unfinished_task_at_most(state):
    photo = new_photo()
    create_tagging_task(creation(photo))
    work = work_in_hand() if state is TaggingTaskState.ASSIGNED else None

    with pytest.raises(IntegrityError, match="task_one_unfinished_a_photo"):
        TaggingTask.objects.create(photo=photo, album=photo.album, state=state, work=work)


def test_the_next_open_tasks_are_read_in_their_order_from_an_index_without_the_finished_ones():
    album = manual_album()
    many_tasks(album, TaggingTaskState.COMPLETED)
    many_tasks(album, TaggingTaskState.OPEN)

    plan = plan_of(
        TaggingTask.objects.filter(state=TaggingTaskState.OPEN).order_by(*TASK_ORDER)[:20]
    )

    assert "Seq Scan" not in plan
    assert "Sort" not in plan


def test_the_next_open_tasks_of_an_album_are_read_in_their_order_from_an_index():
    few, many = manual_album(), manual_album()
    many_tasks(many, TaggingTaskState.OPEN)
    many_tasks(many, TaggingTaskState.COMPLETED)
    many_tasks(few, TaggingTaskState.COMPLETED)
    for _ in range(30):
        create_tagging_task(creation(new_photo(album=few)))
    tasks = TaggingTask.objects.filter(state=TaggingTaskState.OPEN, album=few)

    plan = plan_of(tasks.order_by(*TASK_ORDER)[:20])

    assert "Seq Scan" not in plan


def test_the_highest_priority_comes_first_then_the_oldest_shooting_date():
    wanted = [
        create_tagging_task(creation(new_photo(album=manual_album(priority=priority)), **date))
        for priority, date in (
            (9, {}),
            (5, {"shooting_date": SHOT_ON.replace(hour=1)}),
            (5, {"shooting_date": SHOT_ON.replace(hour=2)}),
            (5, {"shooting_date": None}),
            (0, {"shooting_date": SHOT_ON.replace(year=2001)}),
        )
    ]

    ordered = TaggingTask.objects.order_by(*TASK_ORDER)

    assert [task.pk for task in ordered] == [task.pk for task in wanted]
