"""A tagger who has the page open, and no work…"""

from typing import Any

import pytest
from playwright.sync_api import expect

from tagging.models import Tagator
from tagging.tagators.account_serializers import TagatorFiguresOutput
from tagging.tagators.invitations import sign
from tagging.tests.factories import new_tagator, taken_work
from tagging.tests.workbench.conftest import OWN_PAGE, album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import states

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
def look() -> dict[str, Any]:
    """A page of its own: its clock is put forward."""
    return OWN_PAGE


def test_is_told_what_arrives_and_takes_it(desk: Desk, tagator: Tagator, photos: str):
    page, waiting = desk.page, desk.page.locator("#between-waiting")
    icon = page.locator("#icon")
    page.clock.install()
    page.add_init_script(HIDDEN)
    desk.arrive(tagator)
    expect(waiting).to_have_text(NO_PHOTO)
    page.check("#notify")
    page.click("#take")
    desk.expect_between("No photo is waiting.")
    page.locator("#figures-between").focus()
    album_of(1, f"{photos}/small")

    page.clock.fast_forward(LONGEST_PAUSE)
    expect(waiting).to_have_text(ARRIVED)
    desk.expect_between("Ready?")
    expect(page).to_have_title("● Photos are waiting · Finishline")
    expect(icon).to_have_attribute("href", "/static/tagging/workbench/waiting.svg")
    expect(page.locator("#figures-between")).to_be_focused()
    assert page.evaluate("window.notified") == ["Photos are waiting"]

    taken_work(new_tagator())
    page.clock.fast_forward(LONGEST_PAUSE)
    desk.expect_between("No photo is waiting.")
    expect(page).to_have_title("Workbench · Finishline")
    expect(icon).to_have_attribute("href", "/static/staff/favicon.svg")

    album_of(1, f"{photos}/small", name="Another")
    page.clock.fast_forward(LONGEST_PAUSE)
    expect(waiting).to_have_text(ARRIVED)
    page.click("#take")
    desk.expect_place(1)
    expect(page).to_have_title("Workbench · Finishline")


def test_sees_their_own_figures_and_follows_an_invitation(
    desk: Desk, tagator: Tagator, photos: str
):
    album = album_of(1, f"{photos}/small")
    invited = album_of(1, f"{photos}/small", name="Lisbon 2026")
    page, found = desk.page, TagatorFiguresOutput.example
    desk.open("?invitation=forged")
    desk.sign_in(tagator)
    expect(page.locator("#between-text")).to_contain_text("The invitation is not valid.")
    page.route("**/accounts/figures", lambda route: route.abort())
    page.click("#figures-between")
    expect(page.locator("#figures-status")).to_contain_text("The server does not answer.")
    page.keyboard.press("Escape")

    desk.open(f"?invitation={sign(invited.pk)}")
    expect(page.locator("#take")).to_have_text("Take work of Lisbon 2026")
    page.route("**/accounts/figures", lambda route: route.fulfill(json=found))
    page.click("#figures-between")
    expect_figures(desk)
    page.keyboard.press("Escape")
    expect(page.locator("#take")).to_be_focused()
    page.click("#take")
    desk.expect_place(1)

    assert states(invited) == {"101": "Assigned"}
    assert set(states(album).values()) == {"Open"}


def expect_figures(desk: Desk) -> None:
    rows: list[Any] = [
        "Photos120120120",
        "Numbers161161161",
        "Photos an hour150.36150.36150.36",
        "Earned (EUR)18.0018.0018.00",
    ]
    expect(desk.page.locator("#figures-rows tr")).to_have_text(rows)
    expect(desk.page.locator("#figures-rate")).to_have_text("0.15 EUR a photo")
    expect(desk.page.locator("#payments tr")).to_have_text(
        "April 20261,2001,611180.00 corrections -0.15179.85 EUR"
    )
