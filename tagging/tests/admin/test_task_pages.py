"""On the staff's site…"""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_page
from recognition.models import Album
from tagging.models import Tagator, TaggingTask, TaggingTaskState, Work
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.admin.pages import page_of
from tagging.tests.factories import (
    history_of,
    manual_album,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_photo,
    waiting_tasks,
)
from tagging.works.commands import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db

LIST = "admin:tagging_taggingtask_changelist"
HTTPS = {"secure": True}


def manual_album_with(tag: str) -> Album:
    """Return an album with a custom tag."""
    album = manual_album()
    album.custom_tags.create(name=tag)
    return album


def listed(client: Any, **query: str) -> list[UUID]:
    answer = client.get(reverse(LIST), query, **HTTPS)
    assert answer.status_code == 200
    return [task.pk for task in answer.context["cl"].result_list]


def cancel(client: Any, *tasks: TaggingTask) -> Any:
    keys = [str(task.pk) for task in tasks]
    chosen = {"action": "cancel", "_selected_action": keys, "confirmed": "yes"}
    return client.post(reverse(LIST), chosen, follow=True, **HTTPS)


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
