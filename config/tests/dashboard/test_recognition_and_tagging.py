"""The staff's first page shows recognition, messages and tagging: it…"""

from datetime import timedelta
from html import escape

import pytest
from django.test import Client

from config.tests.dashboard.page import NOW, figure, figures, outbox_message, overview
from foundation.messaging.models import DeadLetter, InboxMessage, Outage
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import AlbumPhotosProcessingJob, Callback, Photo, Selfie
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory
from tagging.models import TaggingTask
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks, work_in_hand
from tagging.works.commands import CompleteTaskCommand, complete_task

pytestmark = pytest.mark.django_db


def test_counts_photos_by_state_with_the_oldest_and_links_to_them(staff: Client):
    for minutes in (5, 12):
        PhotoFactory.create(state="New", created_on=NOW() - timedelta(minutes=minutes))
    PhotoFactory.create(state="Failed")

    found = figures(staff)

    assert (found["New"].value, found["New"].note) == ("2", "the oldest for 12 min")
    assert found["New"].link == address_of_list(Photo, state="New")
    assert (found["Failed photos"].value, found["Failed photos"].tone) == ("1", "warning")
    assert "Awaiting tagging" not in found


def test_lists_the_albums_in_which_photos_wait_and_those_of_the_week(staff: Client):
    busy, idle = AlbumFactory.create(name="Busy"), AlbumFactory.create(name="Idle")
    AlbumFactory.create(name="Old", created_on=NOW() - timedelta(days=8))
    PhotoFactory.create_batch(2, album=busy, state="AwaitingTagging")
    PhotoFactory.create(album=busy, state="Failed")
    PhotoFactory.create(album=busy, state="Processed")

    page = overview(staff)

    [table] = [each for each in page.context["tables"] if each.title == "Albums"]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Busy", "4", "2", "1", ""],
        ["Idle", "", "", "", ""],
    ]
    links = address_of_list(Photo, album=busy.pk, state="Failed")
    assert escape(links) in page.content.decode()
    assert address_of_page(type(idle), idle.pk) in page.content.decode()


def test_says_what_is_overdue(staff: Client):
    PhotoFactory.create(faces_next_attempt_on=NOW() - timedelta(seconds=5))
    assert "Overdue" not in figures(staff)

    PhotoFactory.create(numbers_next_attempt_on=NOW() - timedelta(minutes=14))
    overdue = figures(staff)["Overdue"]

    assert (overdue.value, overdue.tone) == ("2", "danger")
    assert overdue.note == "faces 1, numbers 1; the longest for 14 min"
    assert overdue.link == address_of_list(Photo, due="overdue")


def test_names_tenants_that_are_off_while_photos_wait(staff: Client):
    off, idle = (AlbumFactory.create(tenant__recognition_state="Off") for _ in range(2))
    PhotoFactory.create(album=off, state="New")
    PhotoFactory.create(album=idle, state="Processed")

    found = figures(staff)["Tenants switched off"]

    assert (found.value, found.note, found.todo.text) == ("1", str(off.tenant), "Switch on…")


def test_names_paused_providers_and_why(staff: Client):
    paused = {"since": NOW() - timedelta(minutes=3), "failures": 5, "next_probe_on": NOW()}
    Outage.objects.create(service="a", name="Faces", reason="503 <down>", **paused)
    Outage.objects.create(service="b", name="Over", reason="x", ended_on=NOW(), **paused)
    Outage.objects.create(service="c", name="Counted", reason="x", failures=2)
    Outage.objects.create(service="lane bus", name="bus", reason="x", **paused)

    found = figures(staff)["Paused providers"]
    page = overview(staff).content.decode()

    assert (found.value, found.tone) == ("1", "danger")
    assert found.note == "Faces for 3 min: 503 <down>"
    assert found.link == address_of_list(Outage, ended_on__isempty=1, kind="providers")
    listed = staff.get(found.link, secure=True).context["cl"].result_list
    assert [outage.name for outage in listed] == ["Faces"]
    assert "503 &lt;down&gt;" in page
    assert "What needs you" in page


def test_counts_callbacks_that_wait_and_that_were_of_no_use(staff: Client):
    CallbackFactory.create(received_on=NOW() - timedelta(minutes=9))
    CallbackFactory.create(state="Rejected", next_attempt_on=None)
    CallbackFactory.create(
        state="Failed", next_attempt_on=None, received_on=NOW() - timedelta(days=2)
    )

    assert figure(staff, "Callbacks waiting") == ("1", "the oldest for 9 min", "danger")
    unusable = figures(staff)["Unused callbacks in a day"]
    assert (unusable.value, unusable.tone) == ("1", "warning")
    listed = staff.get(unusable.link, secure=True).context["cl"].result_list
    assert {callback.state for callback in listed} == {"Rejected", "Failed"}
    assert figures(staff)["Callbacks waiting"].link == address_of_list(Callback, state="waiting")


def test_counts_the_selfies_that_failed_in_a_day(staff: Client):
    album = AlbumFactory.create()
    for state, hours in (("Failed", 23), ("Failed", 25), ("NotFound", 1)):
        created_on = NOW() - timedelta(hours=hours)
        Selfie.objects.create(album=album, state=state, created_on=created_on)

    failed = figures(staff)["Selfies failed in a day"]

    assert (failed.value, failed.tone) == ("1", "warning")
    assert failed.link == address_of_list(Selfie, state__exact="Failed")


def test_lists_the_jobs_that_run(staff: Client):
    album = AlbumFactory.create(name="Spring Run")
    job = AlbumPhotosProcessingJob.objects.create(album=album, mode="Force", state="Running")
    AlbumPhotosProcessingJob.objects.create(
        album=album, mode="Again", state="Failed", finished_on=NOW()
    )

    found = figures(staff)

    assert (found["Jobs"].value, found["Jobs failed in a day"].value) == ("1", "1")
    assert str(job.pk) in staff.get(found["Jobs"].link, secure=True).content.decode()


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
    signed_in(client, "tagging.manage")
    waiting_tasks(2)
    taken_work(new_tagator(settings={"tasks_per_work": 1}))

    found = figures(client)

    assert {"Open tasks", "Assigned tasks"} <= found.keys()
    for each in found.values():
        assert client.get(each.link, secure=True).status_code == 200
