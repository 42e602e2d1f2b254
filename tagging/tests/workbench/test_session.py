"""A tagger's session on the workbench…"""

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tagging.models import Tagator, Work
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo, states

PHOTOS = 20
MEASURES = "performance.getEntriesByName('workbench:next-photo').map(one => one.duration)"


def test_of_twenty_photos_survives_all_that_may_happen(
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

    # Photos 1 to 5: one number each, and one press besides.
    for place, number in enumerate(written[:5], start=1):
        desk.type(number, "Enter", "Enter")
        desk.expect_place(place + 1)

    # 6: a wrong number, put right in place.
    desk.type("1061067", "Enter")
    expect(desk.field).to_have_value("1061067")
    desk.type(*["Backspace"] * 4, "Enter", "Enter")
    desk.expect_place(7)

    # 7: skipped. 8: completed with a wrong number, then put right by going back.
    desk.type("s", "b")
    desk.expect_place(8)
    desk.type("9", "Enter", "Enter")
    desk.expect_place(9)
    desk.type("u")
    desk.expect_place(8)
    desk.type("Backspace", "108", "Enter", "Enter")
    desk.expect_place(9)

    # 9 and 10 without a connection.
    desk.expect_ahead()
    desk.page.context.set_offline(True)
    desk.type("109", "Enter", "Enter", "110", "Enter", "Enter")
    desk.expect_place(11)
    expect(desk.page.locator("#connection")).to_contain_text("No connection.")
    desk.page.context.set_offline(False)
    desk.expect_saved()

    # 11 and 12 while the server restarts, with a reload of the page in between.
    desk.expect_ahead()
    gate.close()
    desk.type("111", "Enter", "Enter", "112", "Enter")
    gate.open(restarted.thread.port)
    durations = desk.page.evaluate(MEASURES)
    desk.page.reload()
    desk.expect_place(12)
    desk.expect_numbers("112")
    desk.type("Enter")

    # 13 to 20, to the end.
    for place, number in enumerate(written[12:], start=13):
        desk.expect_place(place)
        desk.type(number, "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    expect(desk.page.locator("#take")).to_be_focused()
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")
    durations = sorted(durations + desk.page.evaluate(MEASURES))

    right = {number: [number] for number in written if number != "107"}
    assert numbers_by_photo(album) == right
    assert completed(album) == sorted(right)
    assert states(album)["107"] == "Open"
    assert Work.objects.get().state == "Completed"
    with capsys.disabled():
        shown = ", ".join(f"{duration:.0f}" for duration in durations)
        print(f"\nworkbench: next photo painted after (ms): {shown}")
    assert len(durations) > PHOTOS / 2
