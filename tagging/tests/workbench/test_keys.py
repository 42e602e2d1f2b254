"""The keys of the workbench…"""

from typing import Any

from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo, states

ENTRIES = [{"number": "101", "name": "Kim Berg"}, {"number": "1012", "name": ""}]
NOT_LISTED = {
    "code": "number-not-accepted",
    "errors": [{"field": "tags.0", "detail": "NotInStartList: 4711 is not in the start list."}],
}


def test_act_on_the_photo_that_is_shown(desk: Desk, tagator: Tagator, photos: str):
    album = album_of(5, f"{photos}/small")
    for name in ("finish", "podium"):
        album.custom_tags.create(name=name)
    desk.begin(tagator)

    leave_the_photo_as_it_is(desk)
    assert set(states(album).values()) == {"Assigned"}

    # Photo 1: numbers and tags, taken back and undone; a held key completes one photo alone.
    desk.page.focus("#account")
    desk.type("101", "Enter")
    expect(desk.field).to_be_focused()
    desk.type("7", "Enter", "9", "Backspace", "Backspace")
    desk.expect_numbers("101")
    desk.page.click("#undo")
    desk.expect_numbers("101", "7")
    desk.type("Alt+1", "Alt+2", "Alt+1")
    expect(desk.page.locator("#custom-tags [aria-pressed=true]")).to_have_text(["podium Alt+2"])
    expect(desk.page.locator("#done")).to_contain_text("Tag finish taken off.")
    desk.expect_ready()
    for _ in range(4):
        desk.page.keyboard.down("Enter")
    desk.page.keyboard.up("Enter")
    desk.expect_place(2)
    expect(desk.page.locator("#done")).to_contain_text("Photo 1 completed.")

    # Photo 2: the numbers of the one before; then that is looked at.
    desk.type("p")
    desk.expect_numbers("101", "7")
    desk.type("Control+z")
    desk.expect_numbers()
    desk.type("u")
    desk.expect_place(1)
    expect(desk.page.locator("#review")).to_contain_text("This photo is completed.")
    desk.type("PageDown")
    desk.expect_place(2)

    # It is skipped, and what was being typed comes back with it.
    desk.type("10", "s", "b")
    desk.expect_place(3)
    expect(desk.field).to_have_value("")
    desk.type("q")
    desk.expect_place(2)
    expect(desk.field).to_have_value("10")
    desk.type("s", "b")
    desk.expect_place(3)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101", "7"]}
    assert (completed(album), states(album)["102"]) == (["101"], "Open")
    [skipped] = album.tagging_tasks.get(state="Open").history.filter(change="Skipped")[:1]
    assert skipped.reason == "Too blurred or too dark to be sure"
    expect(desk.page.locator("#today")).to_have_text("Today 1 photo, 2 numbers")


def leave_the_photo_as_it_is(desk: Desk) -> None:
    """Press what leads to a dialog and back, to words, or nowhere."""
    link = desk.page.get_by_role("link", name="Skip to content")
    link.focus()
    expect(link).to_be_in_viewport()
    link.press("Enter")
    expect(desk.page.locator("main#content")).to_be_focused()
    desk.type("s", "108")  # a digit chooses no reason
    expect(desk.page.locator("#skip-dialog")).to_be_visible()
    desk.type("Escape")
    expect(desk.page.locator("#skip-dialog")).to_be_hidden()
    desk.type("F1")
    expect(desk.page.locator("#keys-dialog")).to_be_visible()
    desk.type("Escape", "u")
    for place in ("#announcer", "#notice"):  # what a screen reader says is said to the eye too
        expect(desk.page.locator(place)).to_contain_text("This is the first photo of the work.")
    desk.type(",")
    desk.expect_notice("This album has no guide.")
    desk.type("w")
    desk.expect_notice("No other photo of this work belongs to this one.")
    desk.page.keyboard.type("1x4 q.k")
    expect(desk.field).to_have_value("14")
    desk.field.fill("")
    desk.expect_place(1)


def test_are_fewer_with_one_enter_and_the_start_list(desk: Desk, tagator: Tagator, album: Album):
    desk.page.route("**/startList?*", lambda route: route.fulfill(json={"entries": ENTRIES}))
    sent: list[Any] = []

    def refuse_4711(route: Route) -> None:
        sent.append(route.request.post_data_json)
        if sent[-1]["tags"] == ["4711"]:
            route.fulfill(status=422, json=NOT_LISTED)
        else:
            route.continue_()

    desk.page.route("**/tags", refuse_4711)
    desk.begin(tagator)

    desk.type("10")
    options = desk.page.get_by_role("option")
    expect(options).to_have_text(["101 Kim Berg", "1012 "])
    desk.type("1")
    expect(desk.page.locator("#announcer")).to_contain_text("101: Kim Berg")
    desk.type("ArrowDown", "ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    desk.type("Enter")
    desk.expect_numbers("1012")
    expect(options).to_have_count(0)
    desk.type("4711", "Enter")
    expect(desk.page.locator("#sure")).to_be_visible()
    desk.type("y")
    desk.expect_numbers("1012", "4711")
    assert sent[-1]["unlistedTags"] == ["4711"]

    desk.type("F1")
    desk.page.check("#one-enter")
    desk.type("Escape", "8", " ", "9", "Enter")
    desk.expect_place(2)
    desk.expect_saved()
    desk.page.reload()
    desk.expect_place(2)
    desk.type("5", "Enter")
    desk.expect_place(3)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["1012", "4711", "8", "9"], "102": ["5"]}
    assert completed(album) == ["101", "102"]
