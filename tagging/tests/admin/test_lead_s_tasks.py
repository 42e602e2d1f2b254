"""What a tagging lead does most takes at most four clicks, with that role alone, in a browser."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.rest.roles import grant_role
from foundation.staff.display import address_of_page
from recognition.models import Photo
from tagging.models import (
    Certainty,
    CertaintyOutcome,
    KnownAnswer,
    PaidMonth,
    PhotoQuestion,
    TaggingTask,
    Work,
)
from tagging.tests.factories import manual_album, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.quality.checks import disagreement, in_hand
from tagging.tests.questions.asked import asked
from tagging.tests.statistics.ledger import complete
from tagging.works.skipping import SkipTaskCommand, skip_task
from tools.local.demos.staff.desk import Desk
from tools.sandbox.client import SandboxClient

MOST_CLICKS = 4
ALBUM = "Night Run 2026"
# Where pictures of the pages go, for who looks at them; empty: none are taken.
PICTURES = os.environ.get("LEAD_PICTURES", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """Who does the tasks: a desk, a link to a photo, and the id of a task that was read again."""

    desk: Desk
    photo_link: str
    doubtful: str

    def go(self, title: str) -> None:
        """Follow a link of the sidebar."""
        sidebar = self.desk.page.locator("#nav-sidebar")
        self.desk.click(sidebar.get_by_role("link", name=title, exact=True))


def see_the_photo_of_a_task(lead: Lead) -> None:
    _open_a_task(lead)
    lead.desk.click(lead.desk.page.locator('#content a[href*="/recognition/photo/"]'))
    lead.desk.page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth > 0")


def see_what_waits_and_when_it_is_done(lead: Lead) -> None:
    lead.go("Board")
    lead.desk.sees("done about")


def settle_a_disagreement(lead: Lead) -> None:
    lead.desk.click(lead.desk.page.locator("#figure-disagreements-to-settle"))
    lead.desk.click(lead.desk.page.locator("#result_list tbody th a"))
    lead.desk.page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth > 0")
    lead.desk.page.keyboard.press("+")
    lead.desk.click("First reading is right")
    lead.desk.sees("Settled and sent to the photo service: 12.")


def see_why_photos_are_skipped(lead: Lead) -> None:
    lead.go("Board")
    lead.desk.click("Too dark")
    lead.desk.sees("Skipping Sam")


def end_a_work(lead: Lead) -> None:
    lead.go("Board")
    lead.desk.click("Expire the work of Busy Bea")
    lead.desk.confirm("Expire now")
    lead.desk.sees("Expired: 1.")


def move_a_priority(lead: Lead) -> None:
    lead.go("Board")
    lead.desk.page.get_by_label(f"Priority of {ALBUM}").first.fill("80")
    lead.desk.click(f"Set the priority of {ALBUM}")
    lead.desk.sees(f"{ALBUM} has priority 80.")


def cancel_a_task(lead: Lead) -> None:
    _open_a_task(lead)
    lead.desk.click("Cancel…")
    lead.desk.fill("Reason", "Not of this race.")
    lead.desk.confirm("Cancel the tasks")
    lead.desk.sees("Not of this race.")


def mark_the_photo_of_a_task_as_known(lead: Lead) -> None:
    _open_a_task(lead)
    lead.desk.click("Mark as known answer…")
    lead.desk.fill("Numbers", "77")
    lead.desk.click("Save")
    lead.desk.sees("was added successfully")


def mark_a_known_answer_by_a_link(lead: Lead) -> None:
    lead.desk.find("Known answers")
    lead.desk.click(lead.desk.page.locator('a[href$="/knownanswer/add/"]'))
    lead.desk.pick("photo_id", lead.photo_link, ALBUM)
    lead.desk.fill("Numbers", "78")
    lead.desk.click("Save")
    lead.desk.sees("was added successfully")


def set_the_quality_of_an_album(lead: Lead) -> None:
    lead.go("Quality and guides")
    lead.desk.click(lead.desk.page.locator('a[href$="/albumquality/add/"]'))
    lead.desk.pick("album_id", "night", ALBUM)
    lead.desk.fill("Second reading share", "0.05")
    lead.desk.fill("Wanted certainty", "0.98")
    lead.desk.click("Save")
    lead.desk.sees("was added successfully")


def see_how_sure_a_photo_is(lead: Lead) -> None:
    lead.desk.find(lead.doubtful, "task")
    lead.desk.sees("92.1 % sure after 1 reading, 98.0 % wanted: another reading was asked for")


def answer_a_question(lead: Lead) -> None:
    lead.desk.click(lead.desk.page.locator("#figure-questions-to-answer"))
    lead.desk.click(lead.desk.page.locator("#result_list tbody th a"))
    lead.desk.page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth > 0")
    lead.desk.fill("Answer", "No, the red ones.")
    lead.desk.confirm("Answer")
    lead.desk.sees("sees it within seconds")


def write_a_guide(lead: Lead) -> None:
    lead.desk.click(lead.desk.page.locator("#home-albums").get_by_role("link", name=ALBUM))
    lead.desk.click("Write a guide")
    lead.desk.fill("Text", "# Only red bibs")
    expect(lead.desk.page.locator(".fl-guide h2")).to_have_text("Only red bibs")
    lead.desk.click("Save")
    lead.desk.sees("was added successfully")


def find_the_tasks_of_an_album_by_its_name(lead: Lead) -> None:
    lead.go("Tagging tasks")
    lead.desk.page.locator("#searchbar").fill("night")
    lead.desk.page.keyboard.press("Enter")
    lead.desk.page.wait_for_url("**q=night**")
    lead.desk.sees(ALBUM)


def close_a_month(lead: Lead) -> None:
    lead.go("Pay")
    lead.desk.click("Close ")
    lead.desk.click("Close and sign off")
    lead.desk.sees("Closed and signed off by boss")
    _prints_nothing_that_one_clicks(lead.desk.page)
    with lead.desk.page.expect_download() as sheet:
        lead.desk.click("XLSX")
    assert sheet.value.suggested_filename.startswith("pay-")


def _prints_nothing_that_one_clicks(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.get_by_text("Payments").or_(page.get_by_text("Corrections")).first).to_be_visible()
    expect(page.locator("#nav-sidebar")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / "printed.png")
    page.emulate_media(media="screen")


def _open_a_task(lead: Lead) -> None:
    lead.desk.click(lead.desk.page.locator("#figure-open-tasks"))
    lead.desk.click(lead.desk.page.locator("#result_list tbody th a"))


TASKS: tuple[Callable[[Lead], None], ...] = (
    see_what_waits_and_when_it_is_done,
    see_the_photo_of_a_task,
    settle_a_disagreement,
    see_why_photos_are_skipped,
    end_a_work,
    move_a_priority,
    cancel_a_task,
    mark_the_photo_of_a_task_as_known,
    mark_a_known_answer_by_a_link,
    set_the_quality_of_an_album,
    see_how_sure_a_photo_is,
    answer_a_question,
    write_a_guide,
    find_the_tasks_of_an_album_by_its_name,
    close_a_month,
)


@pytest.fixture
def photo(transactional_db: None, sandbox: SandboxClient, settings: Settings) -> Photo:
    """Prepare a case for each task; return a photo that no task asks for."""
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    grant_role(User.objects.create_user("boss", password=PASSWORD, is_staff=True), "tagging.manage")
    Certainty.objects.create(
        task=disagreement().task,
        certainty=Decimal("0.9215"),
        wanted=Decimal("0.98"),
        readings=1,
        outcome=CertaintyOutcome.ASKED,
        weighed_on=timezone.now(),
    )
    album = manual_album(name=ALBUM)
    waiting_tasks(6, album)
    settled_in = {"settings": {"tasks_per_work": 2}}
    skipping = taken_work(new_tagator(name="Skipping Sam", **settled_in), album=album)
    for task in tasks_of(skipping):
        skip_task(SkipTaskCommand(**in_hand(task), reason="Too dark"))
    busy = taken_work(new_tagator(name="Busy Bea", **settled_in), album=album)
    asked(tasks_of(busy)[0])
    today = timezone.now()
    complete(new_tagator(name="Paid Pat"), today.replace(day=1) - timedelta(days=1))
    Photo.objects.update(image_url=sandbox.url("album", "/pixel.jpg"))
    return TaggingTask.objects.filter(album=album).latest("shooting_date").photo


@pytest.mark.usefixtures("frame")
def test_each_takes_few_clicks(live_server: LiveServer, photo: Photo):
    link = live_server.url + address_of_page(Photo, photo.pk)
    doubtful = str(Certainty.objects.get().pk)

    def visit(page: Page) -> dict[str, int]:
        page.set_viewport_size({"width": 1440, "height": 900})
        sign_in(page, live_server.url)
        lead = Lead(desk=Desk(page, live_server.url), photo_link=link, doubtful=doubtful)
        clicks = {}
        for task in TASKS:
            lead.desk.begin()
            task(lead)
            clicks[task.__name__] = lead.desk.clicks
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{task.__name__}.png", full_page=True)
        return clicks

    seen = browse(visit)

    assert {title: clicks for title, clicks in seen.found.items() if clicks > MOST_CLICKS} == {}
    assert (len(seen.found), seen.troubles) == (len(TASKS), [])
    assert PaidMonth.objects.count() == 1
    assert KnownAnswer.objects.count() == 2
    assert Work.objects.filter(state="Expired").count() == 1
    assert PhotoQuestion.objects.get().answered_by == "boss"
