"""On the staff's site…"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils import timezone

from rest.roles import grant_role
from tagging.models import TaggingTask, TaskState
from tagging.tests.factories import history_of, waiting_photo

pytestmark = pytest.mark.django_db

LIST = "admin:tagging_taggingtask_changelist"
HTTPS = {"secure": True}


@pytest.fixture
def manager(client):
    """A client signed in as staff who manage tagging."""
    staff = User.objects.create_user("meg", is_staff=True)
    grant_role(staff, "tagging.manage")
    client.force_login(staff)
    return client


def listed(client: Any, **query: str) -> list[UUID]:
    answer = client.get(reverse(LIST), query, **HTTPS)
    assert answer.status_code == 200
    return [task.pk for task in answer.context["cl"].result_list]


def cancel(client: Any, *tasks: TaggingTask) -> Any:
    chosen = {"action": "cancel", "_selected_action": [str(task.pk) for task in tasks]}
    return client.post(reverse(LIST), chosen, follow=True, **HTTPS)


def test_the_open_tasks_are_listed_first_of_all(manager):
    photo, other = waiting_photo(), waiting_photo()
    TaggingTask.objects.filter(photo=other).update(state=TaskState.COMPLETED)

    assert listed(manager) == [photo.tagging_task_id]
    assert listed(manager, state="Completed") == [other.tagging_task_id]
    assert len(listed(manager, state="all")) == 2


def test_tasks_are_listed_by_priority_and_show_their_age(manager):
    last, first = waiting_photo(), waiting_photo()
    TaggingTask.objects.filter(photo=first).update(
        priority=9, created_on=timezone.now() - timedelta(days=2)
    )

    assert listed(manager) == [first.tagging_task_id, last.tagging_task_id]
    assert "2\xa0days" in manager.get(reverse(LIST), **HTTPS).content.decode()


@pytest.mark.parametrize("name", ["tagging_task_id", "pk", "album_id"])
def test_a_task_is_found_by_an_id(manager, name):
    photo, _ = waiting_photo(), waiting_photo()

    assert listed(manager, q=str(getattr(photo, name))) == [photo.tagging_task_id]


def test_a_search_for_something_that_is_no_id_finds_nothing(manager):
    waiting_photo()

    assert listed(manager, q="seven") == []


def test_a_task_is_shown_with_its_history_and_no_way_to_edit_it(manager):
    photo = waiting_photo()
    address = reverse("admin:tagging_taggingtask_change", args=[photo.tagging_task_id])

    shown = manager.get(address, **HTTPS)
    saved = manager.post(address, {"state": "Completed"}, **HTTPS)

    assert (shown.status_code, saved.status_code) == (200, 403)
    assert "Created" in shown.content.decode()
    assert 'name="_save"' not in shown.content.decode()
    assert TaggingTask.objects.get().state == TaskState.OPEN


def test_chosen_tasks_are_cancelled_in_the_name_of_the_user(manager):
    photos = [waiting_photo(), waiting_photo()]

    answer = cancel(manager, *TaggingTask.objects.all())

    assert "Cancelled: 2." in answer.content.decode()
    for photo in photos:
        task = TaggingTask.objects.get(photo=photo)
        photo.refresh_from_db()
        assert (task.state, photo.tagging_task_id) == (TaskState.CANCELLED, None)
        assert history_of(task)[1:] == [("Cancelled", "Cancelled by staff.")]
        assert task.history.latest("pk").actor == "meg"


def test_a_finished_task_is_not_cancelled(manager):
    waiting_photo()
    TaggingTask.objects.update(state=TaskState.COMPLETED)

    cancel(manager, TaggingTask.objects.get())

    assert TaggingTask.objects.get().state == TaskState.COMPLETED


def test_staff_who_may_only_look_cannot_cancel(client):
    waiting_photo()
    staff = User.objects.create_user("lou", is_staff=True)
    own = Permission.objects.filter(content_type__app_label="tagging")
    staff.user_permissions.add(*own.filter(codename__startswith="view"))
    client.force_login(staff)

    assert len(listed(client)) == 1
    cancel(client, TaggingTask.objects.get())

    assert TaggingTask.objects.get().state == TaskState.OPEN


def test_staff_without_a_right_to_tagging_see_nothing(client):
    client.force_login(User.objects.create_user("sam", is_staff=True))

    assert client.get(reverse(LIST), **HTTPS).status_code == 403


def test_no_user_adds_or_deletes_a_task(admin_client):
    photo = waiting_photo()
    site = "admin:tagging_taggingtask"

    added = admin_client.get(reverse(f"{site}_add"), **HTTPS)
    deleted = admin_client.post(
        reverse(f"{site}_delete", args=[photo.tagging_task_id]), {"post": "yes"}, **HTTPS
    )

    assert (added.status_code, deleted.status_code) == (403, 403)
