"""The workbench fits each screen: what is needed is in sight, and the photo keeps a place."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from recognition.models import Album, AlbumCustomTag
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk

HINT = "Read every bib that you can, also of people in the background. " * 12
# Width and height in CSS pixels; the least share of the screen's height that the photo's place has.
SCREENS = {
    "a page at 200 %": ((640, 400), 1.0),
    "a phone on its side": ((844, 390), 1.0),
    "a phone": ((390, 844), 0.42),
    "a tablet": ((1024, 768), 1.0),
    "an upright tablet": ((768, 1024), 0.42),
    "a small notebook": ((1366, 650), 1.0),
}
# Above an open keyboard, and on low screens.
LOW = [(390, 430), (390, 500), (844, 260)]
NEEDED = ("#number", "#complete", "#numbers .chip")
# Which of them are outside the window, or under something else.
OUT_OF_SIGHT = """(names) => names.filter(name => {
    const one = document.querySelector(name), place = one.getBoundingClientRect();
    const [x, y] = [place.left + place.width / 2, place.top + place.height / 2];
    const isInside = place.height > 0 && place.top >= 0 && place.left >= 0
        && place.bottom <= innerHeight && place.right <= innerWidth;
    const top = document.elementFromPoint(x, y);
    return !isInside || !(top === one || one.contains(top));
})"""


@pytest.fixture(params=[True, False], ids=["by touch", "by mouse"])
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"viewport": {"width": 640, "height": 400}, "has_touch": request.param}


def place_of(page: Page, name: str) -> FloatRect:
    found = page.locator(name).bounding_box()
    assert found is not None
    return found


def test_with_a_long_guide_and_many_tags(
    desk: Desk, tagator: Tagator, album: Album, subtests: pytest.Subtests
):
    page = desk.page
    Album.objects.filter(pk=album.pk).update(tagging_hint=HINT)
    for number in range(12):
        AlbumCustomTag.objects.create(album=album, name=f"a longer tag {number}")
    desk.begin(tagator)
    expect(page.locator("#custom-tags li")).to_have_count(12)
    expect(page.locator("#guide")).to_be_visible()
    for screen in SCREENS:
        with subtests.test(screen=screen, guide="open"):
            expect_room(page, screen)

    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(2)
    desk.type(",")
    expect(page.locator("#guide")).to_be_hidden()
    album.custom_tags.filter(name__gte="a longer tag 6").delete()
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    for screen in SCREENS:
        with subtests.test(screen=screen, guide="folded"):
            expect_room(page, screen)
    for width, height in LOW:
        with subtests.test(width=width, height=height):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_SIGHT, NEEDED) == []
            assert place_of(page, "#stage")["height"] >= 0.3 * height


def expect_room(page: Page, screen: str) -> None:
    (width, height), least = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    complete, stage = place_of(page, "#complete"), place_of(page, "#stage")
    assert complete["y"] + complete["height"] <= height
    assert complete["x"] + complete["width"] <= width
    assert stage["height"] >= least * height - 1
    assert stage["width"] >= min(width, height) * 0.55
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < height:  # a photo fills its place there
        assert place_of(page, ".zoom")["y"] >= stage["y"] + stage["height"]


def test_a_message_neither_moves_nor_covers_what_is_needed(
    desk: Desk, tagator: Tagator, album: Album, subtests: pytest.Subtests
):
    """On a small notebook with the guide open, and on a phone."""
    page = desk.page
    Album.objects.filter(pk=album.pk).update(tagging_hint=HINT)
    for name in ("dark", "finish", "a longer tag"):
        AlbumCustomTag.objects.create(album=album, name=name)
    desk.begin(tagator)
    desk.type("101", "Enter")
    desk.expect_numbers("101")
    expect(page.locator("#guide")).to_be_visible()
    tags = "#custom-tags li:last-child button"
    for screen, names in {"a small notebook": [tags], "a phone": []}.items():
        with subtests.test(screen=screen):
            width, height = SCREENS[screen][0]
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.getElementById('notice').hidden = true")
            page.keyboard.press("Backspace")
            desk.type("101", "Enter")
            desk.expect_numbers("101")
            before = place_of(page, "#number")

            desk.type("p")

            desk.expect_notice("The photo before has no number.")
            assert place_of(page, "#number") == before
            assert page.evaluate(OUT_OF_SIGHT, [*NEEDED, *names, "#undo", "#notice"]) == []
