"""The photo is shown…"""

import re

import pytest
from playwright.sync_api import Page, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.test_photo_view import photo_box


def expect_filter(page: Page, *parts: str) -> None:
    image = page.locator("#canvas img")
    expect(image).to_have_css("filter", " ".join(parts) or "none")


def test_brighter_with_more_contrast_and_as_it_was(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("o", "k")
    expect_filter(desk.page, "brightness(1.35)", "contrast(1.3)")
    expect(desk.page.locator("#look")).to_have_text("Brightness 135 %, Contrast 130 %")
    desk.type("n")

    expect_filter(desk.page)


def test_like_that_in_the_rest_of_the_work(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("o", "r")
    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(2)
    expect_filter(desk.page, "brightness(1.35)")
    desk.page.reload()
    desk.expect_place(2)

    expect_filter(desk.page, "brightness(1.35)")
    expect(desk.page.locator("#look")).to_contain_text("Turned by 90°")


def test_sharper(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("x")

    expect_filter(desk.page, 'url("#sharper-1")')


def test_turned_upright_and_as_large_as_the_stage_allows(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)
    before = photo_box(desk.page)

    desk.page.click("#picture")
    desk.page.click('[data-action="turns"]')

    after, stage = photo_box(desk.page), desk.page.locator("#stage").bounding_box()
    assert stage is not None
    assert after["height"] / after["width"] == pytest.approx(
        before["width"] / before["height"], 0.01
    )
    assert after["height"] == pytest.approx(stage["height"], abs=1)
    expect(desk.field).to_be_focused()


def test_larger_in_a_loupe_at_the_pointer(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.page.mouse.move(300, 300)

    desk.type("l")
    desk.page.mouse.move(400, 350)

    glass = desk.page.locator("#loupe").bounding_box()
    larger = desk.page.locator("#loupe img").bounding_box()
    assert glass is not None
    assert larger is not None
    photo = photo_box(desk.page)
    assert glass["x"] + glass["width"] / 2 == pytest.approx(400, abs=1)
    assert larger["width"] == pytest.approx(2.5 * photo["width"], abs=2)
    under = (400 - larger["x"]) / larger["width"], (350 - larger["y"]) / larger["height"]
    seen = (400 - photo["x"]) / photo["width"], (350 - photo["y"]) / photo["height"]
    assert under == pytest.approx(seen, abs=0.01)
    desk.type("l")
    expect(desk.page.locator("#loupe")).to_be_hidden()


def test_in_the_screens_size_and_sharper_when_it_is_zoomed(
    desk: Desk, tagator: Tagator, photos: str
):
    album_of(1, f"{photos}/large")
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    desk.begin(tagator)
    image = desk.page.locator("#canvas img")
    expect(image).to_have_js_property("naturalWidth", 1280)

    for _ in range(2):
        desk.type("+")
    expect(image).to_have_js_property("naturalWidth", 2048)
    for _ in range(4):
        desk.type("+")
    expect(image).to_have_js_property("naturalWidth", 4200)

    places = [url for url in asked if re.search(r"picture\?size=|/large/", url)]
    assert [re.sub(r".*/", "", url) for url in places] == [
        "picture?size=screen",
        "picture?size=large",
        "101.jpg",
    ]
