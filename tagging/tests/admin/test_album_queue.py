"""On the page of an album…"""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from foundation.staff.display import address_of_list
from recognition.models import Album
from tagging.board.queries import list_albums_waiting
from tagging.models import TaggingTask, TaggingTaskState, Work
from tagging.statistics import albums
from tagging.statistics.albums import HOUR, get_album_queue, get_tagging_paces
from tagging.tests.admin.pages import page_of
from tagging.tests.factories import (
    manual_album,
    new_photo,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)

pytestmark = pytest.mark.django_db


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
    assert "Taggers: 3 h for 7 tasks. 2 done in the last hour." in page
    assert list_albums_waiting(timezone.now())[0].time_left == timedelta(hours=3.5)


def test_only_completions_of_the_last_hour_in_this_album_count(manager: Client):
    album, other = manual_album(), manual_album()
    waiting_tasks(6, album)
    waiting_tasks(3, other)
    completed(album, 61)
    completed(other, 1)
    work = completed(album, 5)
    task = next(each for each in tasks_of(work) if each.state == TaggingTaskState.COMPLETED)
    assert get_tagging_paces([album.pk], timezone.now())[album.pk].completed == 1

    reopen_task(ReopenTaskCommand(**command(work, task, 1)))

    assert get_tagging_paces([album.pk], timezone.now())[album.pk].completed == 0


def test_photos_given_to_taggers_are_done_for_machines(
    manager: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    album = manual_album()
    waiting_tasks(9, album)
    completed(album, 2, 50)
    for _ in range(8):
        new_photo(album)
    TaggingTask.objects.filter(state="Assigned").update(created_on=timezone.now() - HOUR)

    page = page_of(manager, album)

    assert "Machines: 5 min for 8 photos. 8 done in the last 5 min." in page
    assert "Taggers: 3 h for 7 tasks. 2 done in the last hour." in page
    album_ids = [album.pk, new_photo().album_id]
    with django_assert_num_queries(5):
        get_tagging_paces(album_ids, timezone.now())


def test_counting_stops_at_a_bound(manager: Client, monkeypatch: pytest.MonkeyPatch):
    album = manual_album()
    waiting_tasks(8, album)
    completed(album, *range(1, 6))
    for module in ("tagging.statistics.albums", "tagging.albums.admin"):
        monkeypatch.setattr(f"{module}.MOST", 3)

    page = page_of(manager, album)

    by_state = get_album_queue(album.pk, timezone.now()).by_state
    assert (by_state[TaggingTaskState.OPEN], by_state[TaggingTaskState.COMPLETED]) == (
        2,
        albums.MOST + 1,
    )
    assert "; of the finished ones the first 3" in page
