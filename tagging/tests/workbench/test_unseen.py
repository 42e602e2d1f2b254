"""Nothing is completed unseen…"""

from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo, states

TWO_ENTERS = """() => {
    const options = { key: "Enter", code: "Enter", bubbles: true, cancelable: true };
    for (const _ of [1, 2]) {
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", options));
    }
}"""
PICTURES = ("**/picture?*", "**/small/*")  # from our own copies, and from the photo's host
PHOTO_STATES = """() => {
    window.seen = {};
    new MutationObserver(() => (window.seen[document.body.dataset.photo] = performance.now()))
        .observe(document.body, { attributeFilter: ["data-photo"] });
}"""


def test_while_its_picture_cannot_be_loaded(desk: Desk, tagator: Tagator, album: Album):
    trouble = desk.page.locator("#photo-trouble")
    desk.arrive(tagator)
    for address in PICTURES:
        desk.page.route(address, lambda route: route.abort())
    desk.type("Enter")
    expect(trouble).to_be_visible()

    desk.type("101", "Enter", "Enter")
    desk.expect_notice("the photo cannot be loaded")
    expect(desk.page.locator("#complete")).to_have_attribute("aria-disabled", "true")
    desk.expect_numbers("101")
    desk.type("F1")
    desk.page.check("#one-enter")
    desk.type("Escape", "7", "Enter")
    expect(desk.field).to_have_value("7")
    desk.field.fill("")
    desk.expect_saved()
    assert (completed(album), numbers_by_photo(album)) == ([], {"101": ["101"]})
    desk.page.click("#skip-unseen")
    desk.type("a")
    expect(desk.page.locator("#place")).to_contain_text("Photo 2 of")
    expect(trouble).to_be_visible()
    for address in PICTURES:
        desk.page.unroute(address)
    desk.page.click("#load-again")
    expect(desk.page.locator("#notice")).to_be_hidden()
    desk.type("Enter")
    desk.expect_place(3)
    desk.expect_saved()

    assert states(album) == {"101": "Open", "102": "Completed", "103": "Assigned"}


def test_while_its_picture_is_loaded_or_has_only_just_appeared(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.arrive(tagator)
    held: list[Route] = []
    desk.page.route("**/picture?*", lambda route: held.append(route))
    with desk.page.expect_request("**/picture?*"):
        desk.type("Enter")
    expect(desk.field).to_be_focused()
    desk.page.keyboard.press("Enter")
    desk.expect_notice("the photo is still being loaded")
    assert len(held) == 1  # the next photos are not loaded before it
    held[0].continue_()
    desk.page.unroute("**/picture?*")
    desk.expect_ready()
    desk.expect_ahead()
    desk.page.evaluate(PHOTO_STATES)

    desk.page.evaluate(TWO_ENTERS)

    desk.expect_notice("Not completed: the photo")
    desk.expect_place(2)
    desk.expect_ready()
    desk.expect_saved()
    assert completed(album) == ["101"]
    seen = desk.page.evaluate("window.seen")
    assert seen["ready"] - seen["painted"] >= 299
