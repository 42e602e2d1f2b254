"""A refused number…"""

from django.utils import timezone
from playwright.sync_api import expect

from foundation.records.audit import Actor
from recognition.models import Album, NumberFormat
from tagging.models import Tagator, TaggingTask
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo, states
from tagging.works.tagging_tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

TOO_LONG = "1234567 has more digits than the numbers of this album."


def withdraw(number: int) -> None:
    task = TaggingTask.objects.get(image_url__endswith=f"/{number}.jpg")
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=task.photo_id, reason="Taken down.", by=Actor("ann"), now=timezone.now()
        )
    )


def test_comes_back_with_its_photo_when_the_tagger_is_free(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)

    # At once, with the reason.
    desk.type("1234567", "Enter")
    expect(desk.field).to_have_value("1234567")
    for place in ("#reason", "#alarm"):
        expect(desk.page.locator(place)).to_have_text(TOO_LONG)
    expect(desk.page.locator("#notice")).to_be_hidden()
    expect(desk.field).to_have_attribute("aria-invalid", "true")
    desk.type(*["Backspace"] * 4, "Enter")
    desk.expect_numbers("123")

    # Beside the next one, while that is typed.
    desk.expect_ahead()
    gate.close()
    desk.type("1234567", "Enter", "8")
    gate.open()
    expect(desk.page.locator("#numbers li.refused")).to_have_text("1234567")
    expect(desk.field).to_have_value("8")
    desk.type("8", "Enter")
    expect(desk.field).to_have_value("1234567")
    desk.field.fill("")

    # When the dialog is closed that asks about the next photo.
    gate.close()
    desk.type("7654321", "Enter", "Enter", "F1")
    gate.open()
    desk.expect_notice("An earlier photo is back")
    expect(desk.page.locator("#place")).to_contain_text("Photo 2 of")
    desk.type("Escape")
    desk.expect_place(1)
    expect(desk.field).to_have_value("7654321")
    desk.field.fill("")
    desk.type("Enter")
    desk.expect_place(2)

    # A dialog that asks about a photo skips no other one.
    desk.expect_saved()
    desk.expect_ahead()
    gate.close()
    desk.type("102", "Enter", "s")
    withdraw(102)
    gate.open()
    expect(desk.page.locator("#place")).to_contain_text("Photo 3 of")
    desk.type("a")
    desk.expect_notice("Nothing was skipped")
    desk.expect_saved()
    assert states(album) == {"101": "Completed", "102": "Cancelled", "103": "Assigned"}
    assert numbers_by_photo(album) == {"101": ["123", "88"]}


PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
}"""


def test_with_letters_they_are_typed_and_pasted_and_keys_need_alt(
    desk: Desk, tagator: Tagator, album: Album
):
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
