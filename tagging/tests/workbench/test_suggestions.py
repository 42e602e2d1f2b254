"""A suggestion…"""

import pytest
from playwright.sync_api import Locator, Page, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import new_photo
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import numbers_by_photo

BOX = {"left": 0.375, "top": 0.3125, "width": 0.25, "height": 0.25}
FACE = {"left": 0.45, "top": 0.05, "width": 0.1, "height": 0.12}
APART = {"left": 0.05, "top": 0.7, "width": 0.2, "height": 0.2}


@pytest.fixture
def suggested(desk: Desk, tagator: Tagator, album: Album) -> Desk:
    """The workbench on a photo with three suggestions."""
    first = album.photos.get(image_url__endswith="/101.jpg")
    first.suggested_numbers.create(value="101", confidence=0.41)
    other = new_photo(album)
    for photo in (first, other):
        photo.persons.create(person_id="p1", confidence=0.9)
    other.numbers.create(value="77", source="Manual")
    first.numbers.create(
        value="1O45678", source="Provider", rejection="NotANumber", confidence=0.3, box=BOX
    )
    desk.begin(tagator)
    expect(desk.page.locator("#suggestions li")).to_have_count(3)
    return desk


def test_is_offered_with_a_key_and_where_it_comes_from(suggested: Desk):
    expect(suggested.page.locator("#suggestions li")).to_have_text(
        [
            "A101read, certainty 41 of 100",
            "B77same person on another photo",
            "C1O45678read, not a number",
        ]
    )


def test_is_added_with_its_key(suggested: Desk, album: Album):
    suggested.type("a")
    suggested.expect_numbers("101")
    suggested.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}
    expect(suggested.page.locator("#suggestions li")).to_have_count(2)


def test_that_was_rejected_goes_into_the_field_to_be_corrected(suggested: Desk, album: Album):
    suggested.type("c")
    expect(suggested.field).to_have_value("145678")
    suggested.type("Backspace", "Enter")
    suggested.expect_numbers("14567")
    suggested.expect_saved()

    assert numbers_by_photo(album) == {"101": ["14567"]}


def test_is_never_filled_in_by_itself(suggested: Desk, album: Album):
    suggested.type("Enter")
    suggested.expect_place(2)
    suggested.expect_saved()

    assert numbers_by_photo(album) == {}


def test_leaves_what_is_being_typed_alone(suggested: Desk):
    suggested.type("12", "b", "c")

    suggested.expect_numbers("77")
    expect(suggested.field).to_have_value("12")


def test_that_waits_while_a_number_is_typed_says_so_to_all(suggested: Desk):
    suggested.type("12", "c")

    expect(suggested.page.locator("#announcer")).to_contain_text(
        "There is a number in the field already."
    )
    suggested.expect_notice("There is a number in the field already.")


def test_of_the_same_person_comes_without_a_reload(desk: Desk, tagator: Tagator, album: Album):
    for photo in album.photos.all():
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.begin(tagator)

    desk.type("77", "Enter", "Enter")
    desk.expect_place(2)

    expect(desk.page.locator("#suggestions li")).to_have_text(["A77same person on another photo"])


def test_has_a_box_where_it_was_seen(suggested: Desk):
    box = suggested.page.locator(".box")

    expect(suggested.page.locator(".label")).to_have_text("C 1O45678")
    expect_place(suggested.page, box, BOX)


def test_is_lit_with_the_face_of_who_wears_it(desk: Desk, tagator: Tagator, album: Album):
    photo = album.photos.get(image_url__endswith="/101.jpg")
    photo.persons.create(person_id="p1", confidence=0.9, box=FACE)
    weak = {"source": "Provider", "rejection": "LowConfidence", "confidence": 0.3}
    photo.numbers.create(value="104", box=BOX, worn_by="p1", **weak)
    photo.numbers.create(value="7", box=APART, **weak)
    desk.begin(tagator)
    page, lit = desk.page, desk.page.locator(".box.lit")
    expect(page.locator("#suggestions li")).to_have_count(2)
    worn, other = page.locator("#suggestions li").all()
    expect(lit).to_have_count(0)

    worn.hover()
    expect(lit).to_have_count(2)
    expect_place(page, lit.last, FACE)
    page.mouse.move(*middle(page, FACE))
    expect(lit).to_have_count(2)
    expect(page.locator("#suggestions li.lit strong")).to_have_text("104")
    page.mouse.move(*middle(page, {**FACE, "left": 0.9}))
    expect(lit).to_have_count(0)
    other.locator("button").focus()
    expect(lit).to_have_count(1)
    page.mouse.move(*middle(page, {**FACE, "left": 0.8}))
    expect(lit).to_have_count(1)
    desk.type("a")

    desk.expect_numbers("104")
    expect(lit).to_have_count(0)
    expect(desk.field).to_be_focused()


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
