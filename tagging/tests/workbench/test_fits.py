"""The workbench fits…"""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from recognition.models import Album, AlbumCustomTag
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk

HINT = "Read every bib that you can, also of people in the background. " * 12
# Width and height in CSS pixels; the least share of the screen's height that the photo's place has.
SCREENS = {
    "a small notebook": ((1366, 650), 1.0),
    "a page at 200 %": ((640, 400), 1.0),
    "a phone on its side": ((844, 390), 1.0),
    "a phone": ((390, 844), 0.42),
    "a tablet": ((1024, 768), 1.0),
    "an upright tablet": ((768, 1024), 0.42),
}


@pytest.fixture(params=SCREENS, autouse=True)
def screen(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def look(screen: str) -> dict[str, Any]:
    (width, height), _ = SCREENS[screen]
    return {"viewport": {"width": width, "height": height}, "has_touch": "notebook" not in screen}


def place_of(page: Page, name: str) -> FloatRect:
    found = page.locator(name).bounding_box()
    assert found is not None
    return found


def test_with_a_long_hint_and_twelve_tags(desk: Desk, tagator: Tagator, album: Album, screen: str):
    Album.objects.filter(pk=album.pk).update(tagging_hint=HINT)
    for number in range(12):
        AlbumCustomTag.objects.create(album=album, name=f"a longer tag {number}")
    (width, height), least = SCREENS[screen]
    desk.begin(tagator)
    expect(desk.page.locator("#custom-tags li")).to_have_count(12)

    for step in ("with the hint", "with the hint folded"):
        complete, stage = place_of(desk.page, "#complete"), place_of(desk.page, "#stage")
        assert complete["y"] + complete["height"] <= height, step
        assert complete["x"] + complete["width"] <= width, step
        assert stage["height"] >= least * height - 1, step
        assert stage["width"] >= min(width, height) * 0.55, step
        wide = desk.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, step
        if step == "with the hint":
            expect(desk.page.locator("#hint")).to_be_visible()
            desk.expect_ready()
            desk.type("Enter")
            desk.expect_place(2)
            expect(desk.page.locator("#hint")).to_be_hidden()
