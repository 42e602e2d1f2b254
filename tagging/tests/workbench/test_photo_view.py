"""The photo on the workbench…"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import ask_for_tagging, manual_album, new_photo
from tagging.tests.workbench.desk import Desk

SPOT = (300, 350)


def photo_box(page: Page) -> dict[str, float]:
    found = page.locator("#canvas").bounding_box()  # its image is replaced by a sharper one
    assert found is not None
    return {name: float(value) for name, value in found.items()}  # type: ignore[arg-type]


def at_spot(page: Page, spot: tuple[float, float] = SPOT) -> tuple[float, float]:
    """Return the place on the photo, as fractions, that is at the spot of the page."""
    box = photo_box(page)
    return (spot[0] - box["x"]) / box["width"], (spot[1] - box["y"]) / box["height"]


@pytest.fixture
def page_with_photo(desk: Desk, tagator: Tagator, album: Album) -> Page:
    desk.begin(tagator)
    return desk.page


def test_is_as_large_as_the_stage_allows(page_with_photo: Page):
    stage: Any = page_with_photo.locator("#stage").bounding_box()
    photo = photo_box(page_with_photo)

    assert photo["width"] == pytest.approx(stage["width"], abs=1)
    assert photo["width"] / photo["height"] == pytest.approx(1.5, abs=0.01)


def test_is_zoomed_by_the_wheel_at_the_pointer(page_with_photo: Page):
    page_with_photo.mouse.move(*SPOT)
    before, width = at_spot(page_with_photo), photo_box(page_with_photo)["width"]

    page_with_photo.mouse.wheel(0, -500)

    page_with_photo.wait_for_selector("#stage.zoomed")
    assert photo_box(page_with_photo)["width"] > 1.5 * width
    assert at_spot(page_with_photo) == pytest.approx(before, abs=0.01)


def test_is_zoomed_by_keys_at_the_pointer_and_shown_whole_again(page_with_photo: Page):
    page_with_photo.mouse.move(*SPOT)
    before, whole = at_spot(page_with_photo), photo_box(page_with_photo)

    for key in ("+", "+", "-", "+"):
        page_with_photo.keyboard.press(key)

    assert photo_box(page_with_photo)["width"] == pytest.approx(2.25 * whole["width"], rel=0.01)
    assert at_spot(page_with_photo) == pytest.approx(before, abs=0.01)
    page_with_photo.keyboard.press("z")
    assert photo_box(page_with_photo) == whole


def test_is_moved_by_dragging_and_by_arrows(page_with_photo: Page):
    page_with_photo.mouse.move(475, 400)
    page_with_photo.keyboard.press("+")
    page_with_photo.keyboard.press("+")
    before = photo_box(page_with_photo)

    page_with_photo.mouse.down()
    page_with_photo.mouse.move(425, 380)
    page_with_photo.mouse.up()
    page_with_photo.keyboard.press("ArrowRight")

    after = photo_box(page_with_photo)
    assert (after["x"], after["y"]) == pytest.approx((before["x"] - 130, before["y"] - 20), abs=1)


def test_stays_inside_its_place(page_with_photo: Page):
    whole = photo_box(page_with_photo)

    page_with_photo.mouse.move(400, 400)
    page_with_photo.mouse.down()
    page_with_photo.mouse.move(700, 600)
    page_with_photo.mouse.up()

    assert photo_box(page_with_photo) == whole


def test_is_zoomed_by_two_fingers(page_with_photo: Page):
    before, width = at_spot(page_with_photo), photo_box(page_with_photo)["width"]
    session = page_with_photo.context.new_cdp_session(page_with_photo)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": SPOT[0] - apart, "y": SPOT[1]}, {"x": SPOT[0] + apart, "y": SPOT[1]}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": points if kind != "touchEnd" else []},
        )

    touch("touchStart", 50)
    for apart in (70, 90, 100):
        touch("touchMove", apart)
    touch("touchEnd", 0)

    page_with_photo.wait_for_selector("#stage.zoomed")
    assert photo_box(page_with_photo)["width"] == pytest.approx(2 * width, rel=0.05)
    assert at_spot(page_with_photo) == pytest.approx(before, abs=0.02)


def test_that_cannot_be_loaded_says_so_and_can_be_skipped(
    desk: Desk, tagator: Tagator, photos: str
):
    photo = new_photo(manual_album(), image_url=f"{photos}/missing")
    ask_for_tagging(photo)
    desk.open()
    desk.sign_in(tagator)
    expect(desk.page.locator("#take")).to_be_focused()
    desk.type("Enter")

    expect(desk.page.locator("#photo-trouble")).to_be_visible()
    desk.page.click("#load-again")
    expect(desk.page.locator("#photo-trouble")).to_be_visible()
    desk.type("s", "a")

    desk.expect_between("All photos of this work are done.")
