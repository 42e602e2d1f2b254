"""The browser of a tagger…"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.conftest import OWN_PAGE
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import numbers_by_photo

ELSEWHERE = "The workbench is open in another window."
FORBID_STORAGE = """
const refuse = () => new DOMException("Storage is forbidden.", "SecurityError");
Object.defineProperty(window, "localStorage", { get() { throw refuse(); } });
LockManager.prototype.request = async () => { throw refuse(); };
"""


@pytest.fixture
def look() -> dict[str, Any]:
    """A page of its own: it has windows beside it, or another storage."""
    return OWN_PAGE


def test_lets_one_window_work_at_a_time(desk: Desk, tagator: Tagator, album: Album):
    held: list[Route] = []
    desk.page.route("**/works/current", lambda route: held.append(route))
    desk.open()
    with desk.page.expect_request("**/works/current"):
        desk.sign_in(tagator)
    second = Desk(desk.page.context.new_page(), desk.url)
    second.open()
    second.expect_between(ELSEWHERE)
    second.page.click("#take")
    second.expect_between("Ready?")
    desk.expect_between(ELSEWHERE)

    # What the first one had asked for is answered only now.
    with desk.page.expect_response("**/works/current") as answer:
        held[0].continue_()
    answer.value.finished()
    desk.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # the page has read it
    desk.expect_between(ELSEWHERE)
    desk.page.unroute("**/works/current")

    second.page.click("#take")
    second.expect_place(1)
    second.type("101", "Enter", "10")
    second.expect_saved()
    second.page.click("#skip")
    expect(second.page.locator("#skip-dialog")).to_be_visible()
    desk.page.click("#take")
    desk.expect_place(1)
    desk.expect_numbers("101")
    expect(desk.field).to_have_value("10")
    second.expect_between(ELSEWHERE)
    expect(second.page.locator("#skip-dialog")).to_be_hidden()


def test_may_forbid_storage(desk: Desk, tagator: Tagator, album: Album):
    desk.page.add_init_script(FORBID_STORAGE)
    desk.begin(tagator)

    desk.type("101", "Enter", "Enter")
    desk.expect_notice("This browser keeps nothing.")
    desk.type("102", "Enter")
    desk.expect_numbers("102")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
