"""The tagging lead's board…"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from foundation.records.models import AuditEntry
from foundation.staff.links import address_of_list
from recognition.models import Album
from tagging.board.page import BOARD, PRIORITY
from tagging.board.queries import list_albums_waiting
from tagging.models import TaggingTask, TaggingTaskState, Work
from tagging.statistics.pace import get_album_queue, get_tagging_pace
from tagging.tests.admin.pages import page_of, post, said
from tagging.tests.factories import (
    manual_album,
    new_photo,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.tests.quality.checks import first_reading, in_hand
from tagging.tests.quality.checks import read as complete
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)

pytestmark = pytest.mark.django_db


def board(staff: Client) -> Any:
    answer = staff.get(reverse(BOARD), secure=True)
    assert answer.status_code == 200
    return answer.context


def skipped(reason: str) -> TaggingTask:
    [task] = waiting_tasks(1)
    taken_work(new_tagator(name="Kim"), album=task.album)
    skip_task(SkipTaskCommand(**in_hand(task), reason=reason))
    return task


def test_tells_readings_from_second_readings(manager: Client):
    first_reading("12", spare=0)

    [shown] = board(manager)["albums"]

    assert [each["text"] for each in shown["purposes"]] == ["0", "1", "0"]
    listed = manager.get(shown["purposes"][1]["link"], secure=True)
    assert [task.purpose for task in listed.context["cl"].result_list] == ["SecondReading"]


def _work_of_two() -> Any:
    tasks = waiting_tasks(2)
    return taken_work(album=tasks[0].album)


def test_moves_a_priority(manager: Client):
    album = manual_album(name="Marathon")
    [task] = waiting_tasks(1, album)

    answer = post(manager, reverse(PRIORITY), album=str(album.pk), priority="80")

    task.refresh_from_db()
    assert (Album.objects.get().priority, task.priority) == (80, 80)
    assert said(answer) == ["Marathon has priority 80."]
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("priority", ["", "-1", "101", "x"])
def test_refuses_what_is_no_priority(manager: Client, priority: str):
    album = manual_album()

    answer = post(manager, reverse(PRIORITY), album=str(album.pk), priority=priority)

    assert said(answer) == ["A priority is 0 to 100."]


def test_takes_as_many_statements_for_many_albums_as_for_one(manager: Client):
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            board(manager)
        return len(queries)

    _work_of_two()
    skipped("Too dark")
    statements()  # what is read once a process
    one = statements()

    for _ in range(3):
        _work_of_two()
        skipped("Too dark")

    assert statements() == one


def command(work: Work, task: TaggingTask, minutes: int) -> dict[str, Any]:
    ids = {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk}
    return {**ids, "now": timezone.now() - timedelta(minutes=minutes)}


def completed(album: Album, *minutes: int, in_hand: int = 1) -> Work:
    """Return a work of the album in which a task was completed so many minutes ago, each."""
    tagator = new_tagator(settings={"tasks_per_work": len(minutes) + in_hand})
    work = taken_work(tagator, album=album)
    for task, ago in zip(tasks_of(work), minutes, strict=False):
        complete_task(CompleteTaskCommand(**command(work, task, ago)))
    return work


def test_the_tasks_are_counted_by_state_with_links_and_the_pace(manager: Client):
    album = manual_album()
    waiting_tasks(10, album)
    completed(album, 5, 50, 70)

    page = page_of(manager, album)

    for state, count in (("Open", 6), ("Assigned", 1), ("Completed", 3), ("Cancelled", 0)):
        address = address_of_list(TaggingTask, album=album.pk, state=state).replace("&", "&amp;")
        assert f'href="{address}"' in page
        assert f">{state} {count}</a>" in page
    assert "; in hand in 1 work<" in page
    assert "2 completed in the last hour." in page
    assert "Taggers: 3 h for 7 tasks. 2 done in the last hour." in page
    assert list_albums_waiting(timezone.now())[0].time_left == timedelta(hours=3.5)


def test_photos_given_to_taggers_are_done_for_machines(
    manager: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    album = manual_album()
    waiting_tasks(4, album)
    completed(album, 5)
    for _ in range(8):
        new_photo(album)
    TaggingTask.objects.filter(state="Open").update(created_on=timezone.now() - timedelta(hours=2))

    page = page_of(manager, album)

    assert "Machines: 4 h for 8 photos. 2 done in the last hour." in page
    assert "Taggers: 3 h for 3 tasks. 1 done in the last hour." in page
    with django_assert_num_queries(4):
        get_tagging_pace(album.pk, timezone.now())


def test_only_completions_of_the_last_hour_in_this_album_count(manager: Client):
    album, other = manual_album(), manual_album()
    waiting_tasks(6, album)
    waiting_tasks(3, other)
    completed(album, 61)
    completed(other, 1)
    work = completed(album, 5)
    task = next(each for each in tasks_of(work) if each.state == TaggingTaskState.COMPLETED)
    assert get_album_queue(album.pk, timezone.now()).completed == 1

    reopen_task(ReopenTaskCommand(**command(work, task, 1)))

    assert get_album_queue(album.pk, timezone.now()).completed == 0


def test_shows_what_waits_in_each_album_and_when_it_is_done(manager: Client):
    album = manual_album(name="Marathon")
    waiting_tasks(4, album)
    work = taken_work(new_tagator(settings={"tasks_per_work": 2}), album=album)
    complete(tasks_of(work)[0], "7")

    [shown] = board(manager)["albums"]

    assert (shown["name"], [each["text"] for each in shown["counts"]]) == ("Marathon", ["2", "1"])
    assert [each["text"] for each in shown["purposes"]] == ["3", "0", "0"]
    assert (shown["works"], shown["completed"], shown["time_left"]) == (1, "1", "3 h")
    assert shown["done_on"]
    for count in (*shown["counts"], *shown["purposes"]):  # leads to as many as it says
        listed = manager.get(count["link"], secure=True).context["cl"].result_list
        assert str(len(listed)) == count["text"], count
