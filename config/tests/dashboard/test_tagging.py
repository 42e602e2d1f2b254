"""The staff's first page shows tagging: it…"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.tests.dashboard.page import NOW, figure, figures, overview
from foundation.rest.roles import grant_role
from recognition.tests.factories import PhotoFactory
from tagging.models import TaggingTask
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks, work_in_hand
from tagging.works.commands import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db


def test_counts_open_and_assigned_tasks(staff: Client):
    for state, hours in (("Open", 3), ("Open", 1), ("Assigned", 1), ("Completed", 9)):
        photo = PhotoFactory.create()
        TaggingTask.objects.create(
            photo=photo,
            album=photo.album,
            state=state,
            work=work_in_hand() if state == "Assigned" else None,
            created_on=NOW() - timedelta(hours=hours),
        )

    found = figures(staff)

    assert found["Open tasks"].value == "2"
    assert found["Open tasks"].note == "the oldest for 3 h; none done in the last hour"
    assert found["Assigned tasks"].value == "1"


def test_counts_taggers_at_work_and_estimates_how_long_the_open_tasks_take(staff: Client):
    waiting_tasks(8)
    work = taken_work(new_tagator(settings={"tasks_per_work": 3}))
    taken_work(new_tagator(settings={"tasks_per_work": 1}), now=NOW() - timedelta(minutes=30))
    for task, minutes in zip(tasks_of(work), (1, 59, 61), strict=True):
        ids = {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk}
        complete_task(CompleteTaskCommand(**ids, now=NOW() - timedelta(minutes=minutes)))

    [tables] = [each for each in overview(staff).context["tables"] if each.title == "At work"]
    assert [row[1].text for row in tables.rows] == ["0"]
    assert figure(staff, "Assigned tasks")[1] == "2 done in the last hour"
    assert figure(staff, "Open tasks")[1].endswith("2 h left")


def test_shows_tagging_to_a_tagging_manager(client: Client):
    user = User.objects.create_user("tag", is_staff=True)
    grant_role(user, "tagging.manage")
    client.force_login(user)

    waiting_tasks(2)
    taken_work(new_tagator(settings={"tasks_per_work": 1}))

    found = figures(client)

    assert {"Open tasks", "Assigned tasks"} <= found.keys()
    for each in found.values():
        assert client.get(each.link, secure=True).status_code == 200
