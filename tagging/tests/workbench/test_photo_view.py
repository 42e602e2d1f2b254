"""The photo on the workbench…"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tagging.models import Tagator
from tagging.tests.workbench.conftest import album_of
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


def test_is_zoomed_moved_and_sharpened(desk: Desk, tagator: Tagator, photos: str):
    album_of(1, f"{photos}/large")
    page, asked = desk.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    desk.begin(tagator)
    image, stage = page.locator("#canvas img"), page.locator("#stage")
    expect(image).to_have_js_property("naturalWidth", 1280)
    place: Any = stage.bounding_box()
    whole = photo_box(page)
    assert whole["width"] == pytest.approx(place["width"], abs=1)
    assert whole["width"] / whole["height"] == pytest.approx(1.5, abs=0.01)

    page.mouse.move(400, 400)  # it stays inside its place
    page.mouse.down()
    page.mouse.move(700, 600)
    page.mouse.up()
    assert photo_box(page) == whole

    page.mouse.move(*SPOT)
    before = at_spot(page)
    for key in ("+", "+", "-", "+"):
        page.keyboard.press(key)
    assert photo_box(page)["width"] == pytest.approx(2.25 * whole["width"], rel=0.01)
    assert at_spot(page) == pytest.approx(before, abs=0.01)
    expect(image).to_have_js_property("naturalWidth", 2048)
    zoomed = photo_box(page)
    page.mouse.down()
    page.mouse.move(SPOT[0] - 50, SPOT[1] - 20)
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    after = photo_box(page)
    moved = (after["x"] - zoomed["x"], after["y"] - zoomed["y"])
    assert moved == pytest.approx((-130, -20), abs=1)

    page.keyboard.press("z")
    assert photo_box(page) == pytest.approx(whole, abs=0.5)
    page.mouse.move(*SPOT)
    page.mouse.wheel(0, -500)
    page.wait_for_selector("#stage.zoomed")
    assert photo_box(page)["width"] > 1.5 * whole["width"]
    assert at_spot(page) == pytest.approx(before, abs=0.01)
    page.keyboard.press("z")
    zoom_by_two_fingers(page)
    assert photo_box(page)["width"] == pytest.approx(2 * whole["width"], rel=0.05)
    assert at_spot(page) == pytest.approx(before, abs=0.02)
    for _ in range(4):
        desk.type("+")
    expect(image).to_have_js_property("naturalWidth", 4200)

    places = [url for url in asked if re.search(r"picture\?size=|/large/", url)]
    assert [re.sub(r".*/", "", url) for url in places] == [
        "picture?size=screen",
        "picture?size=large",
        "101.jpg",
    ]


def zoom_by_two_fingers(page: Page) -> None:
    """Move two fingers to twice their distance."""
    session = page.context.new_cdp_session(page)

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
    page.wait_for_selector("#stage.zoomed")


def expect_filter(page: Page, *parts: str) -> None:
    expect(page.locator("#canvas img")).to_have_css("filter", " ".join(parts) or "none")


def test_is_lit_sharpened_and_turned_as_in_the_rest_of_the_work(
    desk: Desk, tagator: Tagator, photos: str
):
    album_of(2, f"{photos}/small")
    page = desk.page
    desk.begin(tagator)
    before, stage = photo_box(page), page.locator("#stage").bounding_box()
    assert stage is not None

    desk.type("o", "k", "x")
    expect_filter(page, "brightness(1.35)", "contrast(1.3)", 'url("#sharper-1")')
    expect(page.locator("#look")).to_contain_text("Brightness 135 %, Contrast 130 %")
    desk.type("n", "o")
    expect_filter(page, "brightness(1.35)")
    page.mouse.move(300, 300)
    desk.type("l")
    expect_loupe(page, (400, 350))
    desk.type("l")
    expect(page.locator("#loupe")).to_be_hidden()
    page.click("#picture")
    page.click('[data-action="turns"]')
    turned = photo_box(page)
    upright = before["width"] / before["height"]
    assert turned["height"] / turned["width"] == pytest.approx(upright, 0.01)
    assert turned["height"] == pytest.approx(stage["height"], abs=1)
    expect(desk.field).to_be_focused()

    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(2)
    expect_filter(page, "brightness(1.35)")
    page.reload()
    desk.expect_place(2)
    expect_filter(page, "brightness(1.35)")
    expect(page.locator("#look")).to_contain_text("Turned by 90°")


def expect_loupe(page: Page, spot: tuple[int, int]) -> None:
    """Move there, and expect what is under the pointer in the middle of the loupe."""
    page.mouse.move(*spot)
    glass, larger = (page.locator(each).bounding_box() for each in ("#loupe", "#loupe img"))
    assert glass is not None
    assert larger is not None
    assert glass["x"] + glass["width"] / 2 == pytest.approx(spot[0], abs=1)
    assert larger["width"] == pytest.approx(2.5 * photo_box(page)["width"], abs=2)
    under = ((spot[0] - larger["x"]) / larger["width"], (spot[1] - larger["y"]) / larger["height"])
    assert under == pytest.approx(at_spot(page, spot), abs=0.01)
