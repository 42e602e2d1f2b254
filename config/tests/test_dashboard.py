"""The staff's first page…"""

from collections.abc import Iterator
from datetime import timedelta
from html import escape, unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from messaging.models import DeadLetter, InboxMessage, Outage, OutboxMessage
from recognition.models import AlbumPhotosProcessingJob, Callback, Photo
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory
from rest.roles import grant_role
from staff.links import address_of_list, address_of_page
from tagging.commands.finishing import CompleteTaskCommand, complete_task
from tagging.models import TaggingTask
from tagging.tests.factories import (
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
    work_in_hand,
)

pytestmark = pytest.mark.django_db

NOW = timezone.now


@pytest.fixture(autouse=True)
def _counted_anew() -> Iterator[None]:
    caches["figures"].clear()
    yield
    caches["figures"].clear()


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


def overview(staff: Client) -> Any:
    """Return the page's answer, counted again."""
    caches["figures"].clear()
    answer = staff.get("/admin/", secure=True)
    assert answer.status_code == 200
    return answer


def figures(staff: Client) -> dict[str, Any]:
    """Return the figures by title."""
    sections = overview(staff).context["sections"]
    return {figure.title: figure for section in sections for figure in section.figures}


def figure(staff: Client, title: str) -> tuple[str, str, str]:
    """Return value, note and tone of a figure."""
    found = figures(staff)[title]
    return found.value, found.note, found.tone


def outbox_message(minutes: int, **fields: Any) -> OutboxMessage:
    """Create a message to the photo service, written so long ago."""
    return OutboxMessage.objects.create(
        kind="Peer",
        destination="photo-service",
        lane="peer:photo-service",
        key="1/tags",
        body={},
        created_on=NOW() - timedelta(minutes=minutes),
        **fields,
    )


def test_says_that_nothing_needs_attention_and_when_that_was(staff: Client):
    page = overview(staff).content.decode()

    assert "Nothing needs attention." in page
    assert f"As of {NOW():%Y-%m-%d}" in page
    assert "counted every 20 seconds at most" in page


def test_says_what_to_look_at_where_nothing_is_urgent(staff: Client):
    PhotoFactory.create(state="Failed")

    page = overview(staff).content.decode()

    assert "To look at:" in page
    assert "Failed (1)</a>" in page
    assert "Nothing needs attention" not in page
    assert "Needs attention" not in page


def test_counts_photos_by_state_with_the_oldest_and_links_to_them(staff: Client):
    for minutes in (5, 12):
        PhotoFactory.create(state="Failed", created_on=NOW() - timedelta(minutes=minutes))
    PhotoFactory.create(state="Processed")

    found = figures(staff)

    assert (found["Failed"].value, found["Failed"].tone) == ("2", "warning")
    assert found["Failed"].note == "the oldest published 12 min ago"
    assert found["Failed"].link == address_of_list(Photo, state="Failed")
    assert found["New"].value == "0"
    assert found["All photos"].value == "3"
    assert found["All photos"].note == "1 of them processed or deleted"


def test_gives_an_estimate_of_all_photos_where_they_are_many(
    staff: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("recognition.queries.photos.backlog.MANY", 2)
    PhotoFactory.create_batch(4, state="Processed")

    value, note, _ = figure(staff, "All photos")

    assert value.startswith("about ")
    assert note.startswith("about ")


def test_lists_the_albums_in_which_photos_wait_and_those_of_the_week(staff: Client):
    busy, idle = AlbumFactory.create(name="Busy"), AlbumFactory.create(name="Idle")
    AlbumFactory.create(name="Old", created_on=NOW() - timedelta(days=8))
    PhotoFactory.create_batch(2, album=busy, state="AwaitingTagging")
    PhotoFactory.create(album=busy, state="Processed")

    page = overview(staff)

    table = page.context["sections"][0].table
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Busy", "3", "", "", "2", ""],
        ["Idle", "0", "", "", "", ""],
    ]
    links = address_of_list(Photo, album=busy.pk, state="AwaitingTagging")
    assert escape(links) in page.content.decode()
    assert address_of_page(type(idle), idle.pk) in page.content.decode()


def test_tells_what_is_due_from_what_is_overdue(staff: Client):
    PhotoFactory.create(faces_next_attempt_on=NOW() - timedelta(seconds=5))
    assert figures(staff)["Due now"].tone == ""

    PhotoFactory.create(numbers_next_attempt_on=NOW() - timedelta(minutes=14))
    overdue = figures(staff)["Overdue"]

    assert (overdue.value, overdue.tone) == ("2", "danger")
    assert overdue.note.startswith("faces 1, numbers 1; the longest for 14 min: do worker and beat")
    assert overdue.link == address_of_list(Photo, due="overdue")


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
    assert "Needs attention:" in page


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


def test_lists_the_jobs_that_run(staff: Client):
    album = AlbumFactory.create(name="Spring Run")
    job = AlbumPhotosProcessingJob.objects.create(album=album, mode="Force", state="Running")
    AlbumPhotosProcessingJob.objects.create(
        album=album, mode="Again", state="Failed", finished_on=NOW()
    )

    page = overview(staff)

    [*_, jobs] = page.context["sections"]
    assert [figure.value for figure in jobs.figures] == ["1", "1"]
    [row] = jobs.table.rows
    assert [cell.text for cell in row][:3] == ["Spring Run", "Force", "Running"]
    assert address_of_page(AlbumPhotosProcessingJob, job.pk) in page.content.decode()


def test_counts_undelivered_and_dead_messages_with_the_oldest(staff: Client):
    outbox_message(2)
    assert figure(staff, "Undelivered results") == ("1", "the oldest for 2 min", "")

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
    assert figures(staff)["Unhandled messages"].value == "0"


def test_names_peers_that_are_down_and_the_last_event(staff: Client):
    paused = {"since": NOW(), "next_probe_on": NOW() + timedelta(minutes=1)}
    name = "peer:photo-service"
    Outage.objects.create(service=f"lane {name}", name=name, reason="502", **paused)
    Outage.objects.create(service="lane bus", name="bus", ended_on=NOW(), **paused)
    Outage.objects.create(service="number-provider", name="number provider", **paused)
    InboxMessage.objects.create(
        source="s", event_id="1", topic="a.b", received_on=NOW() - timedelta(minutes=4)
    )

    assert figure(staff, "Paused lanes") == ("1", "peer:photo-service: 502", "danger")
    listed = staff.get(figures(staff)["Paused lanes"].link, secure=True).context["cl"].result_list
    assert [outage.name for outage in listed] == [name]
    assert figure(staff, "Last event received")[:2] == ("4 min ago", "a.b")


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
    assert found["Open tasks"].note == "the oldest for 3 h"
    assert found["Assigned tasks"].value == "1"


def test_counts_taggers_at_work_and_estimates_how_long_the_open_tasks_take(staff: Client):
    waiting_tasks(8)
    work = taken_work(new_tagator(settings={"tasks_per_work": 3}))
    taken_work(new_tagator(settings={"tasks_per_work": 1}), now=NOW() - timedelta(minutes=30))
    for task, minutes in zip(tasks_of(work), (1, 59, 61), strict=True):
        ids = {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk}
        complete_task(CompleteTaskCommand(**ids, now=NOW() - timedelta(minutes=minutes)))

    assert figure(staff, "Taggers at work")[0] == "1"
    assert figure(staff, "Completed in the last hour")[0] == "2"
    assert figure(staff, "Open tasks will take")[:2] == ("2 h", "at the pace of the last hour")


def test_gives_no_estimate_without_a_pace(staff: Client):
    assert figure(staff, "Open tasks will take")[:2] == ("0 s", "no task is open")

    waiting_tasks(1)

    assert figure(staff, "Open tasks will take")[0] == "no pace"


def test_shows_tagging_to_a_tagging_manager(client: Client):
    user = User.objects.create_user("tag", is_staff=True)
    grant_role(user, "tagging.manage")
    client.force_login(user)

    found = figures(client)

    assert list(found) == ["Open tasks", "Assigned tasks", "Taggers at work",
                           "Completed in the last hour", "Open tasks will take"]  # fmt: skip
    for each in found.values():
        assert client.get(each.link, secure=True).status_code == 200


def test_leads_to_lists_that_open(staff: Client):
    for title, found in figures(staff).items():
        assert staff.get(found.link, secure=True).status_code == 200, title


def test_shows_a_member_only_figures_of_what_that_member_may_see(client: Client):
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_deadletter"))
    client.force_login(user)

    assert list(figures(client)) == ["Dead letters"]
    assert overview(client).context["alarms"] == []


def test_shows_paused_providers_and_lanes_to_who_may_see_outages_alone(client: Client):
    user = User.objects.create_user("ros", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_outage"))
    client.force_login(user)
    Outage.objects.create(service="number-provider", name="number provider", since=NOW())

    found = figures(client)

    values = {title: each.value for title, each in found.items()}
    assert values == {"Paused providers": "1", "Paused lanes": "0"}
    assert client.get(found["Paused providers"].link, secure=True).status_code == 200


def test_shows_no_figures_to_who_may_see_none(client: Client):
    client.force_login(User.objects.create_user("new", is_staff=True))

    page = unescape(overview(client).content.decode())

    assert "don’t have permission" in page
    assert "Nothing needs attention" not in page


def test_counts_again_only_after_a_while(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    overview(staff)
    PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(3):
        page = staff.get("/admin/", secure=True)

    assert page.context["sections"][0].figures[3].value == "0"
    assert figures(staff)["Failed"].value == "1"


def test_counts_in_a_bounded_number_of_queries(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for _ in range(12):
        PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(30):
        overview(staff)
