"""A tagger's session on the workbench…"""

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from recognition.models import Album
from tagging.models import Tagator, Work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo, states

PHOTOS = 12
MEASURES = "performance.getEntriesByName('workbench:next-photo').map(one => one.duration)"


def test_of_twelve_photos_survives_all_that_may_happen(
    desk_behind: Desk,
    gate: Gate,
    restarted: LiveServer,
    tagator: Tagator,
    photos: str,
    capsys: pytest.CaptureFixture[str],
):
    album = album_of(PHOTOS, f"{photos}/large")
    desk, written = desk_behind, [str(number) for number in range(101, 101 + PHOTOS)]
    desk.begin(tagator)

    # Photo 1: one number, and one press besides. 2: a wrong number, put right in place.
    desk.type("101", "Enter", "Enter")
    desk.expect_place(2)
    desk.type("1021027", "Enter")
    expect(desk.field).to_have_value("1021027")
    desk.type(*["Backspace"] * 4, "Enter", "Enter")
    desk.expect_place(3)

    # 3: skipped. 4: completed with a wrong number, then put right by going back.
    desk.type("s", "b")
    desk.expect_place(4)
    desk.type("9", "Enter", "Enter")
    desk.expect_place(5)
    desk.type("u")
    desk.expect_place(4)
    desk.type("Backspace", "104", "Enter", "Enter")
    desk.expect_place(5)

    # 5 and 6 without a connection.
    desk.expect_ahead()
    desk.page.context.set_offline(True)
    desk.type("105", "Enter", "Enter", "106", "Enter", "Enter")
    desk.expect_place(7)
    expect(desk.page.locator("#connection")).to_contain_text("No connection. 4 changes are kept")
    desk.page.context.set_offline(False)
    desk.expect_saved()

    # 7 and 8 while the server restarts, with a reload of the page in between.
    desk.expect_ahead()
    gate.close()
    desk.type("107", "Enter", "Enter", "108", "Enter", "55")
    durations = desk.page.evaluate(MEASURES)
    desk.page.goto("about:blank")  # nothing is sent once the gate is open
    gate.open(restarted.thread.port)
    assert "107" not in numbers_by_photo(album)
    desk.open()
    desk.expect_place(8)
    desk.expect_numbers("108")
    expect(desk.field).to_have_value("55")
    desk.field.fill("")
    desk.type("Enter")

    # 9 to 12, to the end.
    for place, number in enumerate(written[8:], start=9):
        desk.expect_place(place)
        desk.type(number, "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    expect(desk.page.locator("#take")).to_be_focused()
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")
    durations = sorted(durations + desk.page.evaluate(MEASURES))

    right = {number: [number] for number in written if number != "103"}
    assert numbers_by_photo(album) == right
    assert completed(album) == sorted(right)
    assert states(album)["103"] == "Open"
    assert Work.objects.get().state == "Completed"
    with capsys.disabled():
        shown = ", ".join(f"{duration:.0f}" for duration in durations)
        print(f"\nworkbench: next photo painted after (ms): {shown}")
    assert len(durations) > PHOTOS / 2


DONE = "All photos of this work are done."


def test_its_end_is_said_corrected_and_handed_in(
    desk: Desk, tagator: Tagator, album: Album, photos: str
):
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
