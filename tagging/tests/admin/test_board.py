"""The tagging lead's board…"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from foundation.records.models import AuditEntry
from recognition.models import Album
from tagging.board.page import BOARD, PRIORITY
from tagging.models import TaggingTask
from tagging.tests.admin.pages import post, said
from tagging.tests.factories import manual_album, new_tagator, taken_work, waiting_tasks
from tagging.tests.quality.checks import first_reading, in_hand
from tagging.works.closing import SkipTaskCommand, skip_task

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
