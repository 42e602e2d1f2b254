"""A photo with places where a number may stand…"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from recognition.models import Album, Photo, UnreadRegions
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.test_photo_view import photo_box

SMALL = {"left": 0.7, "top": 0.6, "width": 0.04, "height": 0.02}
OTHER = {"left": 0.2, "top": 0.3, "width": 0.05, "height": 0.025}
LARGE = {"left": 0.3, "top": 0.3, "width": 0.3, "height": 0.2}
MIDDLE = {"left": 0.45, "top": 0.45, "width": 0.1, "height": 0.1}  # not small
FACE = {"left": 0.45, "top": 0.1, "width": 0.02, "height": 0.03}
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


def read(photo: Photo, value: str, box: dict[str, float], confidence: float = 0.4) -> None:
    photo.numbers.create(
        value=value, box=box, confidence=confidence, source="Provider", rejection="LowConfidence"
    )


def middle_of_stage(page: Page) -> tuple[float, float]:
    """Return the place on the photo, as fractions, that is in the middle of the stage."""
    stage: Any = page.locator("#stage").bounding_box()
    photo = photo_box(page)
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    return (x - photo["x"]) / photo["width"], (y - photo["y"]) / photo["height"]


def expect_middle(page: Page, box: dict[str, float]) -> None:
    expect(page.locator("#stage")).to_have_class("stage zoomed")
    place = (box["left"] + box["width"] / 2, box["top"] + box["height"] / 2)
    assert middle_of_stage(page) == pytest.approx(place, abs=0.02)


def test_begins_at_the_likeliest_one_if_that_is_small(desk: Desk, tagator: Tagator, album: Album):
    read(photo_of(album, 101), "17", SMALL)
    UnreadRegions.objects.create(
        photo=photo_of(album, 101), regions=[{"box": OTHER, "confidence": 0.3}]
    )

    desk.begin(tagator)

    expect_middle(desk.page, SMALL)


def test_shows_where_its_part_is_and_asks_once_for_the_rest(
    desk: Desk, tagator: Tagator, album: Album
):
    read(photo_of(album, 101), "17", SMALL)
    desk.begin(tagator)
    expect_middle(desk.page, SMALL)
    desk.expect_ready()
    expect(desk.page.locator("#overview")).to_be_visible()

    desk.type("1", "0", "1", "Enter", "Enter")

    desk.expect_notice("a part of the photo was not in sight")
    expect(desk.page.locator("#stage")).to_have_class("stage")
    expect(desk.page.locator("#overview")).to_be_hidden()
    desk.expect_numbers("101")
    desk.type("Enter")
    desk.expect_place(2)


def test_begins_whole_if_it_is_large(desk: Desk, tagator: Tagator, album: Album):
    read(photo_of(album, 101), "17", LARGE)

    desk.begin(tagator)

    expect(desk.page.locator("#stage")).to_have_class("stage")


def test_begins_at_a_person_under_a_small_face(desk: Desk, tagator: Tagator, album: Album):
    photo_of(album, 101).persons.create(person_id="ann", confidence=0.9, box=FACE)

    desk.begin(tagator)

    place = middle_of_stage(desk.page)
    assert place[0] == pytest.approx(0.46, abs=0.02)
    assert place[1] > FACE["top"] + FACE["height"]


def test_is_gone_round_by_a_key_and_back_to_the_whole(desk: Desk, tagator: Tagator, album: Album):
    read(photo_of(album, 101), "17", SMALL)
    read(photo_of(album, 101), "18", OTHER, confidence=0.3)
    desk.begin(tagator)
    expect_middle(desk.page, SMALL)

    desk.type("Space")
    expect_middle(desk.page, OTHER)
    desk.type("Space")
    expect(desk.page.locator("#stage")).to_have_class("stage")
    desk.page.click("#zoom-place")

    expect_middle(desk.page, SMALL)


def test_begins_as_the_tagger_chose_on_the_one_before(desk: Desk, tagator: Tagator, album: Album):
    for number in (101, 102):
        read(photo_of(album, number), "17", SMALL)
    read(photo_of(album, 103), "18", MIDDLE)
    desk.begin(tagator)
    expect_middle(desk.page, SMALL)

    desk.type("z")
    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(2)
    expect(desk.page.locator("#stage")).to_have_class("stage")
    desk.type("Space")
    desk.expect_ready()
    desk.type("Enter")
    desk.expect_place(3)

    expect_middle(desk.page, MIDDLE)


def test_has_labels_that_cover_no_box(desk: Desk, tagator: Tagator, album: Album):
    photo = photo_of(album, 101)
    for place in range(6):
        box = {"left": 0.3 + 0.06 * place, "top": 0.5, "width": 0.058, "height": 0.06}
        read(photo, f"{10 + place}", box, confidence=0.4 - place / 100)
    desk.begin(tagator)
    desk.type("z")
    expect(desk.page.locator(".label")).to_have_count(6)

    found = desk.page.evaluate(COVERED)

    assert found == {"boxes": 0, "labels": 0}


def test_has_boxes_that_a_key_hides(desk: Desk, tagator: Tagator, album: Album):
    read(photo_of(album, 101), "17", LARGE)
    desk.begin(tagator)
    expect(desk.page.locator(".label")).to_be_visible()

    desk.type("t")
    expect(desk.page.locator(".label")).to_be_hidden()
    expect(desk.page.locator(".box")).to_be_hidden()
    desk.page.reload()
    desk.expect_place(1)
    expect(desk.page.locator(".label")).to_be_hidden()
    desk.type("t")

    expect(desk.page.locator(".label")).to_be_visible()
