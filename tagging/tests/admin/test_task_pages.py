"""On staff's pages of tasks, and of an album with its tasks…"""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Album
from tagging.board.queries import list_albums_waiting
from tagging.models import Tagator, TaggingTask, TaggingTaskState, Work
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.statistics import albums
from tagging.statistics.albums import HOUR, get_album_queue, get_tagging_paces
from tagging.tests.admin.pages import act, page_of, rows_at
from tagging.tests.factories import (
    history_of,
    manual_album,
    new_photo,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_photo,
    waiting_tasks,
)
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)

pytestmark = pytest.mark.django_db


LIST = "admin:tagging_taggingtask_changelist"
HTTPS = {"secure": True}


def manual_album_with(tag: str) -> Album:
    """Return an album with a custom tag."""
    album = manual_album()
    album.custom_tags.create(name=tag)
    return album


def listed(client: Any, **query: str) -> list[UUID]:
    return [task.pk for task in rows_at(client, address_of_list(TaggingTask, **query))]


def cancel(client: Any, *tasks: TaggingTask) -> Any:
    return act(client, "cancel", *tasks, confirmed="yes")


def test_open_tasks_are_listed_first_of_all_by_priority_with_their_age(manager):
    last, first, other = waiting_photo(), waiting_photo(), waiting_photo()
    TaggingTask.objects.filter(photo=other).update(state=TaggingTaskState.COMPLETED)
    two_days_ago = timezone.now() - timedelta(days=2)
    TaggingTask.objects.filter(photo=first).update(priority=9, created_on=two_days_ago)

    assert listed(manager) == [first.tagging_task_id, last.tagging_task_id]
    assert listed(manager, state="Completed") == [other.tagging_task_id]
    assert len(listed(manager, state="all")) == 3
    assert "2\xa0days" in manager.get(reverse(LIST), **HTTPS).content.decode()
    for name in ("tagging_task_id", "pk", "album_id"):
        assert listed(manager, q=str(getattr(last, name))) == [last.tagging_task_id]


def test_a_task_is_shown_with_its_history_and_no_way_to_edit_it(manager):
    photo = waiting_photo()
    address = reverse("admin:tagging_taggingtask_change", args=[photo.tagging_task_id])

    shown = manager.get(address, **HTTPS)
    saved = manager.post(address, {"state": "Completed"}, **HTTPS)

    assert (shown.status_code, saved.status_code) == (200, 403)
    assert "Created" in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()
    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


def test_chosen_tasks_are_cancelled_in_the_name_of_the_user_but_no_finished_one(manager):
    photos, finished = [waiting_photo(), waiting_photo()], waiting_photo()
    TaggingTask.objects.filter(photo=finished).update(state=TaggingTaskState.COMPLETED)

    answer = cancel(manager, *TaggingTask.objects.all())

    assert "Cancelled: 2." in answer.content.decode()
    assert TaggingTask.objects.get(photo=finished).state == TaggingTaskState.COMPLETED
    for photo in photos:
        task = TaggingTask.objects.get(photo=photo)
        photo.refresh_from_db()
        assert (task.state, photo.tagging_task_id) == (TaggingTaskState.CANCELLED, None)
        assert history_of(task)[1:] == [("Cancelled", "Cancelled by staff.")]
        assert task.history.latest("pk").actor == "meg"
    assert [entry.action for entry in AuditEntry.objects.all()] == ["Cancelled", "Cancelled"]


def test_a_task_shows_who_has_it_its_tags_and_what_each_change_counted(manager):
    waiting_tasks(1, manual_album_with("Elite"))
    work = taken_work(new_tagator(name="Kim", rate_per_task=Decimal("0.15")))
    [task] = tasks_of(work)
    later: dict[str, Any] = {
        "tagator_id": work.tagator_id,
        "work_id": work.pk,
        "task_id": task.pk,
        "now": work.created_on + timedelta(seconds=9),
    }
    add_tags(AddTagsCommand(**later, tags=["101", "7"], custom_tags=["Elite"]))
    complete_task(CompleteTaskCommand(**later))

    page = page_of(manager, task)

    assert "<strong>101</strong>, <strong>7</strong>, <strong>Elite</strong> (custom tag)" in page
    assert page.count(address_of_page(Tagator, work.tagator_id)) == 3  # in hand, taken, completed
    assert page.count(address_of_page(Work, work.pk)) == 3
    for shown in ("Kim", "9 s", "0.15", "Taken", "Completed"):
        assert shown in page, shown


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


def test_of_an_album_the_tasks_are_counted_by_state_with_links_and_the_pace(manager: Client):
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


def test_of_an_album_only_completions_of_the_last_hour_in_this_album_count(manager: Client):
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


def test_of_an_album_photos_given_to_taggers_are_done_for_machines(
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


def test_of_an_album_counting_stops_at_a_bound(manager: Client, monkeypatch: pytest.MonkeyPatch):
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
