"""In an album whose numbers have letters…"""

from playwright.sync_api import expect

from recognition.models import Album, NumberFormat
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo

PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
}"""


def test_they_are_typed_and_pasted_and_keys_need_alt(desk: Desk, tagator: Tagator, album: Album):
    album.store(number_format=NumberFormat.LETTERS_AND_DIGITS)
    photo = album.photos.get(image_url__endswith="/101.jpg")
    photo.suggested_numbers.create(value="T101", confidence=0.41)
    photo.numbers.create(value="A1B", source="Provider", rejection="NotANumber", confidence=0.3)
    desk.begin(tagator)
    buttons, numbers = desk.page.locator("#suggestions button"), desk.page.locator("#numbers li")
    expect(buttons).to_have_count(2)
    expect(buttons.first).to_have_attribute("aria-keyshortcuts", "Alt+A")
    expect(desk.page.locator("#undo")).to_have_attribute("aria-keyshortcuts", "Alt+Q")

    desk.page.keyboard.type("t2182")
    expect(desk.field).to_have_value("T2182")
    desk.type("Enter", "Alt+a")
    desk.expect_numbers("T2182", "T101")
    desk.type("Alt+b")
    expect(desk.field).to_have_value("A1B")
    desk.field.fill("")
    desk.type("Alt+q")
    desk.expect_numbers("T2182")
    desk.field.evaluate(PASTE, "t-2183, S 374")
    expect(numbers).to_have_count(3)
    desk.field.evaluate(PASTE, "#12")
    desk.expect_notice("#12 is not a number.")
    desk.page.keyboard.insert_text("１２٣")
    expect(desk.field).to_have_value("123")
    desk.field.fill("")
    desk.page.keyboard.type("abcd1")
    desk.type("Enter")
    expect(desk.page.locator("#reason")).to_have_text("ABCD1 is not a number.")
    expect(desk.field).to_have_value("ABCD1")
    desk.field.fill("")
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["T2182", "T2183", "S374"]}
    assert completed(album) == ["101"]
