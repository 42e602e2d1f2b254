"""A refused number…"""

from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate
from tagging.tests.workbench.looking import completed, numbers_by_photo, states

TOO_LONG = "1234567 has more digits than the numbers of this album."


def test_comes_back_into_the_field_with_the_reason(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("1234567", "Enter")

    expect(desk.field).to_have_value("1234567")
    expect(desk.page.locator("#reason")).to_have_text(TOO_LONG)
    expect(desk.page.locator("#alarm")).to_have_text(TOO_LONG)
    expect(desk.page.locator("#notice")).to_be_hidden()
    expect(desk.field).to_have_attribute("aria-invalid", "true")
    desk.expect_numbers()
    assert numbers_by_photo(album) == {}


def test_is_edited_in_place(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("1234567", "Enter")
    expect(desk.field).to_have_value("1234567")

    desk.type("Backspace", "Backspace", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["12345"]}


def test_waits_until_the_next_one_is_typed(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("1234567", "Enter", "8")

    gate.open()
    expect(desk.page.locator("#numbers li.refused")).to_have_text("1234567")
    expect(desk.field).to_have_value("8")
    desk.type("8", "Enter")

    expect(desk.field).to_have_value("1234567")
    desk.expect_numbers("88")
    assert numbers_by_photo(album) == {"101": ["88"]}


def test_of_a_photo_completed_meanwhile_brings_it_back(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("101", "Enter", "1234567", "Enter", "Enter", "102", "Enter")
    desk.expect_numbers("102", state="pending")

    gate.open()
    desk.expect_place(1)
    desk.expect_notice("An earlier photo is back")
    expect(desk.field).to_have_value("1234567")
    desk.expect_saved()
    assert completed(album) == []
    desk.page.fill("#number", "9")
    desk.type("Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101", "9"], "102": ["102"]}
    assert completed(album) == ["101"]


def test_of_an_earlier_photo_waits_while_the_reason_of_a_skip_is_asked(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("1234567", "Enter", "Enter", "s")

    gate.open()
    desk.expect_notice("An earlier photo is back")
    expect(desk.page.locator("#place")).to_contain_text("Photo 2 of")
    desk.type("a")
    desk.expect_place(1)
    desk.expect_saved()

    assert states(album) == {"101": "Assigned", "102": "Open", "103": "Assigned"}


def test_of_an_earlier_photo_comes_back_when_a_dialog_is_closed(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("1234567", "Enter", "Enter", "?")
    gate.open()
    desk.expect_notice("An earlier photo is back")

    desk.type("Escape")

    desk.expect_place(1)
    expect(desk.field).to_have_value("1234567")


def test_survives_a_reload(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("1234567", "Enter")
    expect(desk.field).to_have_value("1234567")

    desk.page.reload()

    expect(desk.page.locator("#reason")).to_have_text(TOO_LONG)
    expect(desk.field).to_have_value("1234567")


def test_that_was_taken_back_before_it_was_sent_is_forgotten(
    desk_behind: Desk, gate: Gate, tagator: Tagator, album: Album
):
    desk = desk_behind
    desk.begin(tagator)
    desk.expect_ahead()
    gate.close()
    desk.type("1234567", "Enter", "Backspace", "Enter")

    gate.open()
    desk.expect_saved()

    desk.expect_place(2)
    assert completed(album) == ["101"]
