"""A tagger who has the page open, and no work…"""

from typing import Any

import pytest
from playwright.sync_api import expect

from tagging.api.accounts.serializers import TagatorFiguresOutput
from tagging.models import Tagator
from tagging.tests.factories import new_tagator, taken_work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk

# A browser that allows notifications, whose page is in the background.
HIDDEN = """
    window.notified = [];
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title) { window.notified.push(title); }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
"""
LONGEST_PAUSE = 80_000  # milliseconds, of a hidden page
NO_PHOTO = "No photo is waiting now. This page says when photos arrive."
ARRIVED = "Photos are waiting: take work."


@pytest.fixture
def waiting_desk(desk: Desk, tagator: Tagator) -> Desk:
    """A page of which time can be let pass, whose tagger has found no photo."""
    desk.page.clock.install()
    desk.page.add_init_script(HIDDEN)
    desk.arrive(tagator)
    expect(desk.page.locator("#between-waiting")).to_have_text(NO_PHOTO)
    desk.page.check("#notify")
    desk.page.click("#take")
    desk.expect_between("No photo is waiting.")
    return desk


def test_is_told_that_photos_arrived_and_that_they_are_gone(waiting_desk: Desk, photos: str):
    page = waiting_desk.page
    waiting, icon = page.locator("#between-waiting"), page.locator("#icon")
    page.locator("#figures-between").focus()
    album_of(1, f"{photos}/small")

    page.clock.fast_forward(LONGEST_PAUSE)
    expect(waiting).to_have_text(ARRIVED)
    waiting_desk.expect_between("Ready?")
    expect(page).to_have_title("● Photos are waiting · Finishline")
    expect(icon).to_have_attribute("href", "/static/tagging/workbench/waiting.svg")
    expect(page.locator("#figures-between")).to_be_focused()
    assert page.evaluate("window.notified") == ["Photos are waiting"]

    taken_work(new_tagator())
    page.clock.fast_forward(LONGEST_PAUSE)
    waiting_desk.expect_between("No photo is waiting.")
    expect(page).to_have_title("Workbench · Finishline")
    expect(icon).to_have_attribute("href", "/static/staff/favicon.svg")


def test_takes_what_arrived(waiting_desk: Desk, photos: str):
    album_of(1, f"{photos}/small")
    waiting_desk.page.clock.fast_forward(LONGEST_PAUSE)
    expect(waiting_desk.page.locator("#between-waiting")).to_have_text(ARRIVED)

    waiting_desk.page.click("#take")

    waiting_desk.expect_place(1)
    expect(waiting_desk.page).to_have_title("Workbench · Finishline")


def test_sees_their_own_figures(desk: Desk, tagator: Tagator):
    found: dict[str, Any] = TagatorFiguresOutput.example
    desk.page.route("**/accounts/figures", lambda route: route.fulfill(json=found))
    desk.arrive(tagator)

    desk.page.click("#figures-between")

    rows = desk.page.locator("#figures-rows tr")
    expect(rows).to_have_text(
        [
            "Photos120120120",
            "Numbers161161161",
            "Photos an hour150.36150.36150.36",
            "Earned (EUR)18.0018.0018.00",
        ]
    )
    expect(desk.page.locator("#figures-rate")).to_have_text("You earn 0.15 EUR a photo.")
    expect(desk.page.locator("#payments tr")).to_have_text(
        "April 20261,2001,611180.00 corrections -0.15179.85 EUR"
    )
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("#figures-dialog")).to_be_hidden()
    expect(desk.page.locator("#take")).to_be_focused()


def test_is_told_when_the_figures_cannot_be_had(desk: Desk, tagator: Tagator):
    desk.page.route("**/accounts/figures", lambda route: route.abort())
    desk.arrive(tagator)

    desk.page.click("#figures-between")

    expect(desk.page.locator("#figures-status")).to_contain_text("The server does not answer.")
