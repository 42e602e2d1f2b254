"""The staff's first page shows processes that do not run, and why photos failed: it…"""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from socket import create_server
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from django.urls import reverse

from config.tests.dashboard.page import figure, figures, overview
from foundation.messaging import heartbeats
from foundation.messaging.admin.dashboard import BEAT_SILENT, QUEUE_IDLE
from foundation.records.quick_redis import quick_redis
from foundation.rest.tests.staff import signed_in
from foundation.staff.dashboard import Figure
from recognition.console.processing_again import AT_ONCE, FAILED_AGAIN
from recognition.models import Photo
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


def noted(name: str, ago: timedelta) -> None:
    with quick_redis() as client:
        client.set(f"heartbeat:{name}", time.time() - ago.total_seconds())


def forgotten(*names: str) -> None:
    with quick_redis() as client:
        client.delete(*(f"heartbeat:{name}" for name in names))


@pytest.fixture
def hanging(settings: Any) -> Iterator[None]:
    """Redis takes connections and never answers."""
    with closing(create_server(("127.0.0.1", 0))) as server:
        settings.REDIS_TIMEOUT = 0.2
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        yield


@pytest.fixture
def tasks() -> Iterator[None]:
    """Two tasks wait in the queue `outbox`."""
    with quick_redis() as client:
        client.rpush("outbox", "a", "b")
        yield
        client.delete("outbox")


def test_says_nothing_while_all_run(staff: Client):
    assert figures(staff) == {}


def test_says_that_redis_is_away_and_nothing_of_what_only_redis_knows(staff: Client, settings: Any):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    found = figures(staff)

    assert (found["Redis away"].value, found["Redis away"].tone) == ("no answer", "danger")
    assert {"Beat silent", "Queue not drained"}.isdisjoint(found)
    page = overview(staff).content.decode()
    assert "Nothing needs you" not in page
    assert "RedisAway in docs/operations.md" in page


def test_is_quick_while_redis_hangs(staff: Client, hanging: None):
    begun = time.monotonic()

    found = figure(staff, "Redis away")

    assert found[2] == "danger"
    assert time.monotonic() - begun < 15  # a client that waits has 20


def test_says_how_long_beat_is_silent(staff: Client):
    noted(heartbeats.OF_BEAT, BEAT_SILENT / 2)
    assert "Beat silent" not in figures(staff)

    noted(heartbeats.OF_BEAT, BEAT_SILENT + timedelta(seconds=5))
    value, note, tone = figure(staff, "Beat silent")
    assert (value, note, tone) == ("2 min", "", "danger")

    forgotten(heartbeats.OF_BEAT)
    assert figure(staff, "Beat silent")[::2] == ("no task yet", "danger")


def test_says_nothing_of_beat_while_no_worker_takes_its_tasks(staff: Client):
    forgotten(heartbeats.OF_BEAT)
    with quick_redis() as client:
        client.rpush("maintenance", "a")
        found = figures(staff)
        client.delete("maintenance")

    assert "Beat silent" not in found


def test_names_the_queues_whose_tasks_no_worker_finishes(staff: Client, tasks: None):
    noted("outbox", QUEUE_IDLE - timedelta(seconds=20))
    assert "Queue not drained" not in figures(staff)

    noted("outbox", QUEUE_IDLE + timedelta(seconds=20))
    said = "outbox: 2 tasks waiting, none done for 5 min"
    assert figure(staff, "Queue not drained") == ("1", said, "danger")


def test_does_not_call_a_queue_hung_whose_first_task_may_be_new(staff: Client, tasks: None):
    forgotten("outbox")

    value, note, tone = figure(staff, "Queue not drained")

    assert (value, tone) == ("1", "warning")
    assert note == "outbox: 2 tasks waiting, none done yet"


def test_says_nothing_of_an_empty_queue(staff: Client):
    noted("recognition", timedelta(days=1))

    assert "Queue not drained" not in figures(staff)


def test_has_the_bounds_and_the_pages_of_the_alerts():
    rules = (configured.BASE_DIR / "deploy" / "prometheus" / "rules.yaml").read_text()
    runbook = (configured.BASE_DIR / "docs" / "operations.md").read_text()

    assert f"finishline_beat_silent_seconds) > {BEAT_SILENT.seconds} " in rules
    assert f"finishline_celery_queue_idle_seconds) > {QUEUE_IDLE.seconds})" in rules
    pages = re.findall(r"^### (\w+)$", runbook, re.MULTILINE)
    assert {"RedisAway", "BeatSilent", "QueueNotDrained"} <= set(pages)


UNREADABLE = "Faces: The picture cannot be read."


def needs(staff: Client) -> list[Figure]:
    return list(overview(staff).context["needs"])


def failed(count: int, reason: str = UNREADABLE, **fields: object) -> list[Photo]:
    return PhotoFactory.create_batch(
        count, album__strategy="Number", state="Failed", reason_group=reason, **fields
    )


def test_names_the_most_frequent_reasons_first_and_all_others_in_one(staff: Client):
    for number in range(5):
        failed(5 - number, f"Reason {number}.")

    found = [(each.title, each.value, each.note) for each in needs(staff)]

    assert found[:3] == [
        ("Failed photos", str(5 - number), f"Reason {number}.") for number in range(3)
    ]
    assert found[3:] == [("Failed for other reasons", "3", "2 reasons")]


def test_by_reason_the_most_frequent_first_with_the_rows(staff: Client):
    failed(1, "Numbers: The provider does not answer.")
    photos = failed(2)

    found = needs(staff)

    assert [(each.title, each.value, each.note) for each in found] == [
        ("Failed photos", "2", UNREADABLE),
        ("Failed photos", "1", "Numbers: The provider does not answer."),
    ]
    listed = staff.get(found[0].link, secure=True).context["cl"].result_list
    assert {photo.pk for photo in listed} == {photo.pk for photo in photos}


def test_and_offers_to_process_those_of_a_reason_again(staff: Client):
    AlbumFactory.create()
    photos, (other,) = failed(3), failed(1, "Another reason.")
    todo = needs(staff)[0].todo
    assert todo
    asked = staff.get(todo.link, secure=True)
    assert "This processes <strong>3 photos</strong>" in asked.content.decode()

    form = {**dict(asked.context["hidden"]), "confirmed": "1"}
    form["_selected_action"] = [str(photo.pk) for photo in photos]
    answer = staff.post(asked.context["action_address"], form, secure=True, follow=True)

    assert "3 of the photos are processed again" in answer.content.decode()
    due = Photo.objects.exclude(numbers_next_attempt_on=None)
    assert {photo.pk for photo in due} == {photo.pk for photo in photos}
    assert other not in due
    assert AT_ONCE < 1000  # Django refuses a form of more fields


def test_but_not_for_who_may_only_look(client: Client):
    signed_in(client, "tagging.manage")
    failed(1)

    assert needs(client) == []
    assert client.get(reverse(FAILED_AGAIN), secure=True).status_code == 403
