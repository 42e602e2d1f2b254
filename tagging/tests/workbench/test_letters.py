"""In an album whose numbers have letters…"""

import pytest
from playwright.sync_api import Route, expect

from recognition.models import Album, NumberFormat
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo, states


@pytest.fixture
def letters(album: Album) -> Album:
    """The album of the photos, its numbers with letters."""
    album.store(number_format=NumberFormat.LETTERS_AND_DIGITS)
    return album


def test_letters_are_typed_in_either_case(desk: Desk, tagator: Tagator, letters: Album):
    desk.begin(tagator)

    desk.page.keyboard.type("t2182")
    expect(desk.field).to_have_value("T2182")
    desk.type("Enter")
    desk.page.keyboard.type("S")
    desk.type("374", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(letters) == {"101": ["T2182", "S374"]}
    assert completed(letters) == ["101"]


def test_what_letters_do_otherwise_is_done_with_alt(desk: Desk, tagator: Tagator, letters: Album):
    desk.begin(tagator)
    desk.type("7", "Enter")
    desk.expect_numbers("7")
    expect(desk.page.locator("#undo")).to_have_attribute("aria-keyshortcuts", "Alt+Q")

    desk.type("Alt+q")
    desk.expect_numbers()
    desk.type("Alt+s", "b")
    desk.expect_place(2)
    desk.expect_saved()

    assert "Open" in states(letters).values() or len(completed(letters)) == 0


def test_a_suggestion_is_taken_with_alt(desk: Desk, tagator: Tagator, letters: Album):
    photo = letters.photos.get(image_url__endswith="/101.jpg")
    photo.suggested_numbers.create(value="T101", confidence=0.41)
    photo.numbers.create(value="A1B", source="Provider", rejection="NotANumber", confidence=0.3)
    desk.begin(tagator)
    buttons = desk.page.locator("#suggestions button")
    expect(buttons).to_have_count(2)
    expect(buttons.first).to_have_attribute("aria-keyshortcuts", "Alt+A")

    desk.type("Alt+a")
    desk.expect_numbers("T101")
    desk.type("Alt+b")

    expect(desk.field).to_have_value("A1B")


def test_a_refused_number_comes_back_with_its_letters(desk: Desk, tagator: Tagator, letters: Album):
    desk.begin(tagator)

    desk.page.keyboard.type("abcd1")
    desk.type("Enter")

    expect(desk.page.locator("#reason")).to_have_text("ABCD1 is not a number.")
    expect(desk.field).to_have_value("ABCD1")


def test_the_start_list_completes_letters_and_digits(desk: Desk, tagator: Tagator, letters: Album):
    asked: list[str] = []
    listed = [{"number": "T2182", "name": "Kim Berg"}, {"number": "T2199", "name": ""}]

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("?")[2])
        route.fulfill(json={"entries": listed})

    desk.page.route("**/startList?*", answer)
    desk.begin(tagator)

    desk.page.keyboard.type("t2")
    options = desk.page.get_by_role("option")
    expect(options).to_have_text(["T2182 Kim Berg", "T2199 "])
    desk.page.keyboard.type("18")
    expect(options).to_have_text(["T2182 Kim Berg"])
    desk.type("ArrowDown", "Enter")
    desk.expect_numbers("T2182")
    desk.expect_saved()

    assert asked[0] in ("digits=T", "digits=T2")


def test_in_an_album_of_digits_letters_are_keys_as_before(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)

    desk.type("7", "Enter", "q", "n")

    desk.expect_numbers()
    expect(desk.field).to_have_value("")
    expect(desk.page.locator("#undo")).to_have_attribute("aria-keyshortcuts", "Q")
