"""The staff's first page shows recognition: it…"""

from datetime import timedelta
from html import escape

import pytest
from django.test import Client

from config.tests.dashboard.page import NOW, figure, figures, overview
from foundation.messaging.models import Outage
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import AlbumPhotosProcessingJob, Callback, Photo, Selfie
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory

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
