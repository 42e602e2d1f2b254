"""The staff's first page shows messages and tagging: it…"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.tests.dashboard.page import NOW, figure, figures, outbox_message, overview
from foundation.messaging.models import DeadLetter, InboxMessage, Outage
from foundation.rest.roles import grant_role
from recognition.tests.factories import PhotoFactory
from tagging.models import TaggingTask
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks, work_in_hand
from tagging.works.commands import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db


def test_counts_undelivered_and_dead_messages_with_the_oldest(staff: Client):
    outbox_message(2)
    assert figure(staff, "To be delivered") == ("1", "the oldest for 2 min", "")
    assert "Undelivered results" not in figures(staff)

    outbox_message(7)
    outbox_message(60, dead_on=NOW() - timedelta(minutes=30))
    DeadLetter.objects.create(
        pk="00000000-0000-0000-0000-000000000001",
        body=b"",
        reason="r",
        died_on=NOW() - timedelta(hours=5),
    )

    assert figure(staff, "Undelivered results") == ("2", "the oldest for 7 min", "danger")
    assert figure(staff, "Messages given up") == ("1", "the oldest 30 min ago", "danger")
    assert figure(staff, "Dead letters") == ("1", "the oldest 5 h ago", "warning")
    assert "Unhandled messages" not in figures(staff)


def test_names_peers_that_are_down_and_the_last_event(staff: Client):
    paused = {"since": NOW(), "next_probe_on": NOW() + timedelta(minutes=1)}
    name = "peer:photo-service"
    Outage.objects.create(service=f"lane {name}", name=name, reason="502", **paused)
    Outage.objects.create(service="lane bus", name="bus", ended_on=NOW(), **paused)
    Outage.objects.create(service="number-provider", name="number provider", **paused)
    InboxMessage.objects.create(
        source="s", event_id="1", topic="a.b", received_on=NOW() - timedelta(minutes=4)
    )

    assert figure(staff, "Paused receivers") == ("1", "Photo service: 502", "danger")
    listed = (
        staff.get(figures(staff)["Paused receivers"].link, secure=True).context["cl"].result_list
    )
    assert [outage.name for outage in listed] == [name]
    assert figure(staff, "Last event")[:2] == ("4 min ago", "B (a)")


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
