"""A refused number…"""

from django.utils import timezone
from playwright.sync_api import expect

from foundation.records.audit import Actor
from recognition.models import Album
from tagging.models import Tagator, TaggingTask
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import numbers_by_photo, states
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
