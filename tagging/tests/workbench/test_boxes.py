"""What was read on a photo…"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from recognition.models import Album, Photo, UnreadRegions
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import numbers_by_photo
from tagging.tests.workbench.test_photo_view import at_spot

SMALL = {"left": 0.7, "top": 0.6, "width": 0.04, "height": 0.02}
OTHER = {"left": 0.2, "top": 0.3, "width": 0.05, "height": 0.025}
BOX = {"left": 0.375, "top": 0.3125, "width": 0.25, "height": 0.25}
FACE = {"left": 0.45, "top": 0.05, "width": 0.1, "height": 0.12}
APART = {"left": 0.05, "top": 0.7, "width": 0.2, "height": 0.2}
OFFERED = [
    "A104read, certainty 30 of 100",
    "B7read, certainty 20 of 100",
    "C1O45678read, not a number",
]
# How many labels cover a box, and how many another label.
COVERED = """() => {
    const places = (name) => [...document.querySelectorAll(name)]
        .map((one) => one.getBoundingClientRect());
    const [labels, boxes] = [places(".label"), places(".box")];
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const covers = (label, others) => others.some((other) => other !== label && meet(label, other));
    return {
        boxes: labels.filter((label) => covers(label, boxes)).length,
        labels: labels.filter((label) => covers(label, labels)).length,
    };
}"""


def photo_of(album: Album, number: int) -> Photo:
    photo: Photo = album.photos.get(image_url__endswith=f"/{number}.jpg")
    return photo


def read(photo: Photo, value: str, box: dict[str, float] | None, **fields: Any) -> None:
    weak = {"source": "Provider", "rejection": "LowConfidence", "confidence": 0.4}
    photo.numbers.create(value=value, box=box, **{**weak, **fields})


def expect_middle(page: Page, box: dict[str, float]) -> None:
    """Expect the photo zoomed, with the box in the middle of the stage."""
    expect(page.locator("#stage")).to_have_class("stage zoomed")
    stage: Any = page.locator("#stage").bounding_box()
    middle = (stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    place = (box["left"] + box["width"] / 2, box["top"] + box["height"] / 2)
    assert at_spot(page, middle) == pytest.approx(place, abs=0.02)


def test_is_where_the_photo_begins_and_what_a_key_goes_round(
    desk: Desk, tagator: Tagator, album: Album
):
    first, second, third = (photo_of(album, number) for number in (101, 102, 103))
    read(first, "17", SMALL)
    UnreadRegions.objects.create(photo=first, regions=[{"box": OTHER, "confidence": 0.3}])
    read(second, "17", SMALL)
    for place in range(6):
        box = {"left": 0.3 + 0.06 * place, "top": 0.5, "width": 0.058, "height": 0.06}
        read(third, f"{10 + place}", box, confidence=0.4 - place / 100)
    page, stage = desk.page, desk.page.locator("#stage")
    desk.begin(tagator)

    # Photo 1 begins at its likeliest place; it is completed only when all of it was in sight.
    expect_middle(page, SMALL)
    expect(page.locator("#overview")).to_be_visible()
    desk.type("Space")
    expect_middle(page, OTHER)
    desk.type("101", "Enter", "Enter")
    desk.expect_notice("a part of the photo was not in sight")
    expect(stage).to_have_class("stage")
    expect(page.locator("#overview")).to_be_hidden()
    desk.type("Space")
    page.click("#zoom-place")
    expect_middle(page, SMALL)
    desk.type("z")
    desk.expect_ready()
    desk.type("Enter")

    # The next ones begin whole, as the tagger has seen this one, until a key asks for a place.
    desk.expect_place(2)
    expect(stage).to_have_class("stage")
    desk.type("Space", "z")
    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(3)
    labels = page.locator(".label")
    expect(labels).to_have_count(6)
    assert page.evaluate(COVERED) == {"boxes": 0, "labels": 0}
    desk.type("t")
    expect(labels.first).to_be_hidden()
    expect(page.locator(".box").first).to_be_hidden()
    page.reload()
    desk.expect_place(3)
    expect(labels.first).to_be_hidden()
    desk.type("t")
    expect(labels.first).to_be_visible()


def test_is_suggested_and_lit_with_the_face_of_who_wears_it(
    desk: Desk, tagator: Tagator, album: Album
):
    photo = photo_of(album, 101)
    for each in (photo, photo_of(album, 102)):
        each.persons.create(person_id="p1", confidence=0.9, box=FACE)
    read(photo, "104", BOX, worn_by="p1", confidence=0.3)
    read(photo, "7", APART, confidence=0.2)
    read(photo, "1O45678", None, rejection="NotANumber", confidence=0.1)
    page, items = desk.page, desk.page.locator("#suggestions li")
    lit = page.locator(".box.lit")
    desk.begin(tagator)
    expect(items).to_have_text(OFFERED)
    expect(page.locator(".label").first).to_have_text("A 104")
    expect_place(page, page.locator(".box").first, BOX)
    expect(lit).to_have_count(0)

    items.first.hover()
    expect(lit).to_have_count(2)
    expect_place(page, lit.last, FACE)
    page.mouse.move(*middle(page, FACE))
    expect(lit).to_have_count(2)
    expect(page.locator("#suggestions li.lit strong")).to_have_text("104")
    page.mouse.move(*middle(page, {**FACE, "left": 0.9}))
    expect(lit).to_have_count(0)
    items.nth(1).locator("button").focus()
    expect(lit).to_have_count(1)
    page.mouse.move(*middle(page, {**FACE, "left": 0.8}))
    expect(lit).to_have_count(1)
    desk.type("12", "c")
    desk.expect_notice("There is a number in the field already.")
    desk.field.fill("")
    desk.type("a")
    desk.expect_numbers("104")
    expect(lit).to_have_count(0)
    expect(desk.field).to_be_focused()
    desk.type("c")
    expect(desk.field).to_have_value("145678")
    desk.type("Backspace", "Enter", "Enter")
    desk.expect_place(2)
    expect(items.first).to_have_text("A104same person on another photo")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["104", "14567"]}


def expect_place(page: Page, drawn: Locator, box: dict[str, float]) -> None:
    """Expect a box on the photo where it belongs; sides in fractions of the photo."""
    photo, place = page.locator("#canvas img").bounding_box(), drawn.bounding_box()
    assert photo is not None
    assert place is not None
    assert place["x"] == pytest.approx(photo["x"] + box["left"] * photo["width"], abs=1)
    assert place["y"] == pytest.approx(photo["y"] + box["top"] * photo["height"], abs=1)
    assert place["width"] == pytest.approx(box["width"] * photo["width"], abs=1)
    assert place["height"] == pytest.approx(box["height"] * photo["height"], abs=1)


def middle(page: Page, box: dict[str, float]) -> tuple[float, float]:
    """Return where the middle of a box of the photo is on the screen."""
    photo = page.locator("#canvas img").bounding_box()
    assert photo is not None
    x, y = box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
    return photo["x"] + x * photo["width"], photo["y"] + y * photo["height"]
