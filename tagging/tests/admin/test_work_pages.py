"""On staff's pages of works…"""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album
from tagging.models import Tagator, TaggingTask, TaggingTaskState, Work, WorkState
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.records.task_history import list_tasks_taken
from tagging.tests.admin.pages import act, beside, page_of, post, read, said
from tagging.tests.factories import (
    manual_album,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_photo,
    waiting_tasks,
)
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db


def begun(tasks: int = 3, minutes: int = 10) -> Work:
    """Return the work of a new tagger, begun so long ago."""
    waiting_tasks(tasks)
    tagator = new_tagator(name="Kim", rate_per_task=Decimal("0.15"))
    return taken_work(tagator, now=timezone.now() - timedelta(minutes=minutes, seconds=30))


def of(work: Work, task: TaggingTask, **fields: Any) -> dict[str, Any]:
    """Return what a command on a task of the work names."""
    given = {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk}
    return {**given, "now": timezone.now(), **fields}


def listed(client: Client, **query: Any) -> list[Work]:
    answer = client.get(address_of_list(Work, **query), secure=True)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def test_active_works_are_listed_first_of_all_and_found_by_each_id(manager: Client):
    work, over = begun(), begun()
    Work.objects.filter(pk=over.pk).update(state=WorkState.COMPLETED)

    assert listed(manager) == [work]
    assert listed(manager, state="Completed") == [over]
    assert set(listed(manager, state="all")) == {work, over}
    for key in (work.pk, work.tagator_id, tasks_of(work)[1].pk):
        assert listed(manager, q=key, state="all") == [work]


def test_a_work_shows_what_became_of_each_task(manager: Client):
    work = begun(tasks=4)
    done, skipped, kept, _ = tasks_of(work)
    add_tags(AddTagsCommand(**of(work, done), tags=["101", "7"]))
    complete_task(CompleteTaskCommand(**of(work, done)))
    skip_task(SkipTaskCommand(**of(work, skipped)))
    TaggingTask.objects.filter(pk=kept.pk).update(state=TaggingTaskState.CANCELLED)

    page = page_of(manager, work)

    for shown in ("Completed", "Skipped", "Cancelled", "Assigned", "101, 7", "300 s", "0.15"):
        assert shown in page, shown
    assert {each.state for each in list_tasks_taken(work)} == {
        "Completed",
        "Skipped",
        "Cancelled",
        "Assigned",
    }
    assert address_of_page(TaggingTask, skipped.pk) in page


def test_an_expired_work_shows_the_tasks_that_it_returned(manager: Client):
    work = begun(tasks=2)
    act(manager, "expire", work, confirmed="yes")

    work.refresh_from_db()

    assert [each.state for each in list_tasks_taken(work)] == ["Returned", "Returned"]
    assert page_of(manager, work).count("Returned") == 2
    assert "Expire now" not in page_of(manager, work)


def test_the_page_takes_as_many_statements_for_many_tasks_as_for_one(manager: Client):
    def statements(work: Work) -> int:
        with CaptureQueriesContext(connection) as made:
            page_of(manager, work)
        return len(made)

    one, many = begun(tasks=1), begun(tasks=6)
    statements(one)  # what is read once a process

    assert statements(many) == statements(one) <= 12


def test_a_work_expires_from_its_page_after_a_question(manager: Client):
    work = begun()

    page = read(manager, beside(work, "expire/"))
    assert Work.objects.get().state == WorkState.ACTIVE
    answer = post(manager, beside(work, "expire/"), expire="yes")

    assert "Kim loses the 3 tasks" in page
    assert answer.redirect_chain[-1][0] == address_of_page(Work, work.pk)
    assert Work.objects.get().state == WorkState.EXPIRED


def test_a_work_that_is_over_is_not_expired_again(manager: Client):
    work = begun(tasks=1)
    complete_task(CompleteTaskCommand(**of(work, tasks_of(work)[0])))

    answer = post(manager, beside(work, "expire/"), expire="yes")

    assert said(answer) == ["Nothing was changed.", "No longer active: 1."]
    assert Work.objects.get().state == WorkState.COMPLETED


HTTPS = {"secure": True}


def manual_album_with(tag: str) -> Album:
    """Return an album with a custom tag."""
    album = manual_album()
    album.custom_tags.create(name=tag)
    return album


def test_a_task_is_shown_with_its_history_and_no_way_to_edit_it(manager):
    photo = waiting_photo()
    address = reverse("admin:tagging_taggingtask_change", args=[photo.tagging_task_id])

    shown = manager.get(address, **HTTPS)
    saved = manager.post(address, {"state": "Completed"}, **HTTPS)

    assert (shown.status_code, saved.status_code) == (200, 403)
    assert "Created" in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()
    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


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
