"""The tagging lead's board…"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Album, BacklogCount
from tagging.board.page import BOARD, PRIORITY
from tagging.board.queries import list_at_work
from tagging.models import Comparison, OpenedAlbum, SkippedTask, Tagator, TaggingTask, Work
from tagging.quality.commands import ChangeAlbumQualityCommand, change_album_quality
from tagging.tasks import count_tasks_task, expire_works_task
from tagging.tests.admin.pages import page_of, post, read, rows_at, said
from tagging.tests.calls.works import tags_sent
from tagging.tests.factories import manual_album, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.quality.checks import disagreement, first_reading, in_hand
from tagging.tests.quality.checks import read as complete
from tagging.works.skipping import SkipTaskCommand, skip_task

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
        listed = rows_at(manager, count["link"])
        assert str(len(listed)) == count["text"], count


def test_tells_readings_from_second_readings(manager: Client):
    first_reading("12", spare=0)

    [shown] = board(manager)["albums"]

    assert [each["text"] for each in shown["purposes"]] == ["0", "1", "0"]
    listed = rows_at(manager, shown["purposes"][1]["link"])
    assert [task.purpose for task in listed] == ["SecondReading"]


def test_shows_who_works_now_and_leads_to_ending_it(manager: Client):
    waiting_tasks(2, manual_album(name="Marathon"))
    work = taken_work(new_tagator(name="Kim"))
    late = new_tagator(name="Lee")
    waiting_tasks(1)
    taken_work(late, now=timezone.now() - timedelta(hours=9))

    [shown] = board(manager)["at_work"]

    assert (shown["name"], shown["done"], shown["completed"]) == ("Kim", "0 of 2", "0")
    assert [album for _, album in shown["albums"]] == ["Marathon"]
    assert manager.get(shown["expire"], secure=True).status_code == 200
    assert [each.work for each in list_at_work(timezone.now())] == [work]


def test_counts_skips_by_reason_and_leads_to_their_photos(manager: Client):
    task = skipped("Too dark")
    skipped("Too dark")
    skipped("")

    shown = board(manager)["skips"]
    listed = read(manager, shown[0]["link"])

    assert [(each["reason"], each["count"]) for each in shown] == [
        ("Too dark", "2"),
        ("No reason given", "1"),
    ]
    assert f"/admin/recognition/photo/{task.photo_id}/" in listed
    assert "Kim" in listed
    assert [row.reason for row in rows_at(manager, shown[1]["link"])] == [""]


def test_what_all_who_may_read_it_skipped_is_sent_without_a_number_by_staff(manager: Client):
    task = skipped("Too dark")
    blocked = new_tagator(state="Blocked")
    elsewhere = new_tagator(settings={"all_albums": False})
    listed = address_of_list(TaggingTask, skipped="all")

    def found() -> list[Any]:
        return [each.pk for each in rows_at(manager, listed)]

    by_all = found()
    OpenedAlbum.objects.create(tagator=elsewhere, album=task.album)
    with_another = found()
    Tagator.objects.filter(pk=elsewhere.pk).update(state=blocked.state)
    [taken] = waiting_tasks(1)
    taken_work(album=taken.album)
    everything = address_of_list(TaggingTask, state="all")
    chosen = {"action": "no_number", "_selected_action": [str(task.pk), str(taken.pk)]}
    asked = post(manager, everything, **chosen).content.decode()
    answer = post(manager, everything, confirmed="yes", **chosen)

    assert (by_all, with_another) == ([task.pk], [])
    assert "1 photo is sent without a number." in asked
    assert "1 task is not open" in asked
    assert said(answer) == [
        "Sent with “no number”: 1.",
        "Not sent: 1. Another tagger has the task by now, or it is finished.",
    ]
    assert tags_sent()[-1] == []
    task.refresh_from_db()
    assert (task.state, found()) == ("Cancelled", [])


def test_what_all_skipped_has_no_number_where_the_album_says_so_once_their_works_are_over():
    task, other, _ = (waiting_tasks(1)[0] for _ in range(3))
    taken_work()
    for each in (task, other):
        skip_task(SkipTaskCommand(**in_hand(each), reason="Too dark"))
    change_album_quality(
        ChangeAlbumQualityCommand(album_id=task.album_id, no_number_if_all_skip=True)
    )

    expire_works_task()
    while_in_hand = tags_sent()
    Work.objects.update(expires_on=timezone.now())
    expire_works_task()
    expire_works_task()

    task.refresh_from_db()
    other.refresh_from_db()
    assert (while_in_hand, tags_sent()) == ([], [[]])
    assert (task.state, other.state) == ("Cancelled", "Open")


def test_lists_only_skips_among_the_skipped_photos(manager: Client):
    skipped("Too dark")
    complete(tasks_of(_work_of_two())[0], "7")

    rows = rows_at(manager, address_of_list(SkippedTask))

    assert [row.change for row in rows] == ["Skipped"]


def _work_of_two() -> Any:
    tasks = waiting_tasks(2)
    return taken_work(album=tasks[0].album)


def test_leads_to_the_oldest_disagreement(manager: Client):
    found = disagreement()

    shown = board(manager)["disagreements"]

    assert (shown["count"], shown["next"]) == ("1", address_of_page(Comparison, found.pk))


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


def test_shows_the_next_albums_and_counts_others(manager: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tagging.board.page.MOST_ALBUMS", 1)
    for _ in range(3):
        waiting_tasks(1)

    page = read(manager, reverse(BOARD))

    assert "3 tasks in 3 albums" in page
    assert "And 2 albums whose tasks come later." in page


def test_very_many_tasks_are_as_last_counted(manager: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tagging.statistics.albums.MANY", 1)
    album, other = (waiting_tasks(2)[0].album for _ in range(2))
    count_tasks_task()
    waiting_tasks(1, album)

    def shown() -> list[list[str]]:
        return [[each["text"] for each in row["counts"]] for row in board(manager)["albums"]]

    before, on_page = shown(), page_of(manager, album)
    TaggingTask.objects.filter(album=other).update(state="Cancelled")
    count_tasks_task()

    assert before == [["2", "0"], ["2", "0"]]
    assert ">Open 2</a>" in on_page
    assert shown() == [["3", "0"]]
    assert BacklogCount.objects.count() == 1
