"""The end of a work…"""

import re

from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator, Work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

DONE = "All photos of this work are done."


def test_is_said_corrected_and_handed_in(desk: Desk, tagator: Tagator, album: Album, photos: str):
    desk.begin(tagator)

    desk.type(*["Enter"] * 3)
    desk.expect_between(DONE)
    expect(desk.page.locator("#take")).to_be_focused()
    expect(desk.page.locator("#connection")).to_have_text("Not handed in yet")
    desk.page.click("#correct")
    desk.expect_place(3)
    desk.type("103", "Enter", "Enter")
    desk.expect_between(DONE)
    assert Work.objects.get().state == "Active"
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")
    expect(desk.page.locator("#between-today")).to_have_text("Today 3 photos, 1 number")
    assert Work.objects.get().state == "Completed"
    desk.page.click("#take")
    desk.expect_between("No photo is waiting.")
    assert numbers_by_photo(album) == {"103": ["103"]}

    more = album_of(1, f"{photos}/small", name="More")
    desk.page.click("#take")
    desk.expect_place(1)
    desk.type("Enter")
    desk.expect_between(DONE)
    desk.page.reload()
    # The page that was left sends it, or the new one, if that asks for the work before.
    expect(desk.page.locator("#take")).to_have_text(re.compile("^Take (more )?work$"))
    expect(desk.page.locator("#take")).to_be_visible()  # once nothing is being sent

    assert completed(more) == ["101"]
