"""What is pasted into the field for numbers…"""

import pytest
from playwright.sync_api import expect

from recognition.models import Album, NumberFormat
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk

PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
}"""


def paste(desk: Desk, text: str) -> None:
    desk.field.evaluate(PASTE, text)


@pytest.mark.parametrize("text", ["12, 13", "12/13", "12 13", "１２；13", "12\n13\n"])
def test_is_split_where_it_is_a_list(desk: Desk, tagator: Tagator, album: Album, text: str):
    desk.begin(tagator)

    paste(desk, text)

    desk.expect_numbers("12", "13")
    expect(desk.field).to_have_value("")


def test_is_converted_where_it_is_a_number(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    for text in ("１２", "٣", "\ufeff4 "):
        paste(desk, text)

    expect(desk.field).to_have_value("1234")


def test_is_typed_in_digits_of_any_script(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.page.keyboard.insert_text("１२٣")

    expect(desk.field).to_have_value("123")


@pytest.mark.parametrize("text", ["7-8", "no 7", "12.0", "#12"])
def test_is_refused_in_words_where_it_is_none(
    desk: Desk, tagator: Tagator, album: Album, text: str
):
    desk.begin(tagator)

    paste(desk, text)

    expect(desk.page.locator("body")).to_contain_text(f"{text} is not a number.")
    expect(desk.field).to_have_value("")
    desk.expect_numbers()


def test_may_have_letters_where_numbers_have_some(desk: Desk, tagator: Tagator, album: Album):
    album.store(number_format=NumberFormat.LETTERS_AND_DIGITS)
    desk.begin(tagator)

    paste(desk, "t-2182, S 374")

    desk.expect_numbers("T2182", "S374")


def test_is_split_in_a_series_too(desk: Desk, tagator: Tagator, album: Album):
    for number in ("101", "103"):
        photo = album.photos.get(image_url__endswith=f"/{number}.jpg")
        photo.persons.create(person_id="p1", confidence=0.9)
    desk.begin(tagator)
    desk.type("w")
    expect(desk.page.locator("#series-photos input:checked")).to_have_count(2)

    desk.page.locator("#series-number").evaluate(PASTE, "12, 13")

    expect(desk.page.locator("#series-numbers li")).to_have_count(2)
