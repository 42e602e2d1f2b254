"""The session of a tagger on the workbench…"""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tagators.commands import ChangeTagatorPasswordCommand, change_tagator_password
from tagging.tests.factories import new_tagator
from tagging.tests.workbench.conftest import OWN_PAGE
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

NEW_PASSWORD = "another long phrase"
WEAR_OUT = """() => {
    const name = "finishline.workbench.session";
    const kept = JSON.parse(localStorage.getItem(name));
    kept.value.accessToken = "worn out";
    localStorage.setItem(name, JSON.stringify(kept));
}"""


def end_session(desk: Desk, tagator: Tagator, password: str) -> None:
    """Give the tagger a new password: tokens of before are refused, the refresh token too."""
    desk.expect_ahead()  # what is still asked for would let the page ask to sign in
    change_tagator_password(ChangeTagatorPasswordCommand(tagator_id=tagator.pk, password=password))


def test_is_renewed_expires_and_never_gets_into_another_s(
    desk: Desk, tagator: Tagator, album: Album
):
    dialog, reason = desk.page.locator("#sign-in-dialog"), desk.page.locator("#sign-in-reason")
    desk.open()
    desk.page.fill("#email", tagator.email)
    desk.page.press("#email", "Enter")
    expect(reason).not_to_be_empty()
    desk.sign_in(tagator, "wrong")
    expect(reason).to_have_text("The e-mail or the password is wrong.")
    desk.sign_in(tagator)
    expect(desk.page.locator("#take")).to_be_focused()
    desk.type("Enter")
    desk.expect_place(1)

    # Renewed without a word.
    desk.page.evaluate(WEAR_OUT)
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    expect(dialog).to_be_hidden()

    # Expired: the dialog asks on whatever closes it, and the work goes on.
    end_session(desk, tagator, NEW_PASSWORD)
    desk.type("7", "Enter")
    expect(dialog).to_be_visible()
    expect(desk.page.locator("#email")).to_have_value(tagator.email)
    desk.type(*["Escape"] * 3)
    desk.sign_in(tagator, NEW_PASSWORD)
    desk.expect_numbers("101", "7")
    expect(dialog).to_be_hidden()
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()
    assert completed(album) == ["101"]

    # Expired again, and another tagger signs in: the first one's number waits for the first one.
    end_session(desk, tagator, f"{NEW_PASSWORD}, again")
    desk.type("102", "Enter")
    desk.sign_in(new_tagator(name="Robin"))
    desk.expect_between("Ready?")
    expect(desk.page.locator("#connection")).to_have_text("")
    assert numbers_by_photo(album) == {"101": ["101", "7"]}
    desk.sign_out("#account-between")
    desk.sign_in(tagator, f"{NEW_PASSWORD}, again")
    desk.expect_numbers("102")

    assert numbers_by_photo(album) == {"101": ["101", "7"], "102": ["102"]}


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
