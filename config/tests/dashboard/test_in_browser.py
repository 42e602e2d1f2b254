"""The staff's first page in a browser…"""

import os
from datetime import timedelta
from typing import Any, Literal

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from activities.tests.factories import ActivityFactory
from config.tests.browser import PASSWORD, browse, sign_in
from config.tests.dashboard.page import NOW, outbox_message
from foundation.messaging.models import DeadLetter, InboxMessage, Outage
from recognition.models import AlbumPhotosProcessingJob, Selfie
from recognition.photos.counting import count_hours
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks

PICTURES = os.environ.get("HOME_PICTURES", "")  # where they go, for who looks at them
SPILL = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
EMPTY = """[...document.querySelectorAll("#home section:not(#home-needs)")]
    .filter(one => !one.querySelector("li, tbody tr")).length"""


@pytest.fixture
def busy(transactional_db: None) -> None:
    """A race week-end with an outage: every kind of need, photos in each state, taggers at work."""
    later = NOW() + timedelta(minutes=1)
    for name in ("Faces", "Numbers"):
        Outage.objects.create(service=name, name=name, reason="503: it is down", failures=5,
                              since=NOW() - timedelta(minutes=7), next_probe_on=later)  # fmt: skip
    lane = "peer:photo-service"
    Outage.objects.create(service=f"lane {lane}", name=lane, reason="502", since=NOW(),
                          next_probe_on=later)  # fmt: skip
    for number in range(8):
        album = AlbumFactory.create(name=f"Autumn marathon, {number + 1}. kilometre of the course")
        for state in ("New", "AwaitingCallback", "AwaitingTagging", "Failed", "Processed"):
            is_failed = state == "Failed"
            reason = f"Numbers: the provider refused picture {number % 5}." if is_failed else ""
            PhotoFactory.create_batch(number + 1, album=album, state=state, reason_group=reason)
    PhotoFactory.create(numbers_next_attempt_on=NOW() - timedelta(minutes=14))
    CallbackFactory.create(received_on=NOW() - timedelta(minutes=9))
    CallbackFactory.create(state="Rejected", next_attempt_on=None)
    Selfie.objects.create(album=album, state="Failed", created_on=NOW())
    AlbumPhotosProcessingJob.objects.create(
        album=album, mode="Again", state="Failed", finished_on=NOW()
    )
    outbox_message(7)
    outbox_message(60, dead_on=NOW() - timedelta(minutes=30))
    DeadLetter.objects.create(
        pk="00000000-0000-0000-0000-000000000001", body=b"", reason="r", died_on=NOW()
    )
    InboxMessage.objects.create(source="s", event_id="1", topic="a.b", received_on=NOW())
    waiting_tasks(40)
    for _ in range(8):
        taken_work(new_tagator(settings={"tasks_per_work": 3}))
    for _ in range(5):
        ActivityFactory.create(reward_failure="division by zero")
    count_hours(NOW())


def shown(
    live_server: LiveServer,
    name: str,
    size: ViewportSize,
    scheme: Literal["light", "dark"] = "light",
) -> Any:
    def visit(page: Page) -> tuple[int, int]:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        sign_in(page, live_server.url)
        page.goto(f"{live_server.url}/admin/")
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)
        return page.evaluate(SPILL), page.evaluate(EMPTY)

    seen = browse(visit)
    assert seen.troubles == []
    return seen.found


DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)


def test_needs_no_scrolling_on_a_busy_day(live_server: LiveServer, busy: None):
    User.objects.create_superuser("boss", password=PASSWORD)

    assert shown(live_server, "desk", DESK) == (0, 0)
    if PICTURES:
        shown(live_server, "desk-dark", DESK, "dark")
        shown(live_server, "phone", PHONE)


def test_has_no_empty_sections_while_nothing_is_there(
    live_server: LiveServer, transactional_db: None
):
    User.objects.create_superuser("boss", password=PASSWORD)

    assert shown(live_server, "empty", DESK) == (0, 0)
