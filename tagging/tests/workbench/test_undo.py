"""What was done can be undone until the work is handed in…"""

import re

from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator, Work
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo, states


def test_a_number(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter")
    expect(desk.page.locator("#done")).to_contain_text("101 added.")

    desk.type("q")
    desk.expect_numbers()
    desk.expect_saved()

    assert numbers_by_photo(album) == {}
    expect(desk.page.locator("#done")).to_be_hidden()


def test_a_number_that_was_taken_back(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter", "Backspace")

    desk.page.click("#undo")
    desk.expect_numbers("101")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}


def test_a_completion(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("11", "Enter", "Enter")
    desk.expect_place(2)
    expect(desk.page.locator("#done")).to_contain_text("Photo 1 completed.")

    desk.type("Control+z")
    desk.expect_place(1)
    desk.expect_saved()

    assert completed(album) == []
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()
    assert completed(album) == ["101"]


def test_a_skip(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("s", "a")
    desk.expect_place(2)
    expect(desk.page.locator("#done")).to_contain_text("Photo 1 skipped.")

    desk.type("q")
    desk.expect_place(1)
    desk.type("101", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert (completed(album), numbers_by_photo(album)) == (["101"], {"101": ["101"]})
    expect(desk.page.locator("#today")).to_have_text("Today 1 photo, 1 number")


def test_a_skip_with_what_was_being_typed(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("10", "s", "a")
    desk.expect_place(2)
    expect(desk.field).to_have_value("")

    desk.type("q")
    desk.expect_place(1)

    expect(desk.field).to_have_value("10")
    desk.expect_saved()


def test_no_number_that_was_refused(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("101", "Enter", "123456789", "Enter")
    expect(desk.field).to_have_value("123456789")

    expect(desk.page.locator("#done")).to_contain_text("101 added.")
    desk.type("Backspace")
    desk.type("q")
    desk.expect_numbers()


def test_a_skip_after_a_reload(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("s", "a")
    desk.expect_place(2)
    desk.expect_saved()
    desk.page.reload()
    desk.expect_place(2)

    desk.type("u")
    desk.expect_place(1)
    expect(desk.page.locator("#review")).to_have_text(
        "This photo is skipped. A change takes it back."
    )
    desk.type("101", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert completed(album) == ["101"]


def test_a_skip_unless_another_tagger_has_the_photo(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("s", "a")
    desk.expect_place(2)
    desk.expect_saved()
    album.tagging_tasks.filter(state="Open").update(state="Completed")

    desk.type("q")

    desk.expect_notice("another tagger has it by now")
    desk.expect_place(2)


def test_the_last_photo(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type(*["Enter"] * 2, "9", "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    assert Work.objects.get().state == "Active"

    desk.type("q")
    desk.expect_place(3)
    desk.type("Backspace", "103", "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")

    assert numbers_by_photo(album) == {"103": ["103"]}
    assert completed(album) == ["101", "102", "103"]
    assert Work.objects.get().state == "Completed"
    history = album.tagging_tasks.get(image_url__endswith="/103.jpg").history
    assert not history.filter(change="Reopened").exists()


def test_a_skip_of_the_last_photo(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type(*["Enter"] * 2, "s", "a")
    desk.expect_between("All photos of this work are done.")

    desk.type("u")
    desk.expect_place(3)
    desk.type("103", "Enter", "Enter")
    desk.page.click("#hand-in")
    expect(desk.page.locator("#between-text")).to_have_text("Thank you!")

    assert states(album)["103"] == "Completed"


def test_an_earlier_photo_when_all_are_done(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type(*["Enter"] * 3)
    desk.expect_between("All photos of this work are done.")

    desk.type("u")
    desk.expect_place(3)
    desk.type("u")
    desk.expect_place(2)
    desk.type("102", "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    desk.type("Enter")
    desk.expect_between("No photo is waiting.")

    assert numbers_by_photo(album) == {"102": ["102"]}
    assert completed(album) == ["101", "102", "103"]


def test_and_a_page_that_is_left_hands_it_in(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type(*["Enter"] * 3)
    desk.expect_between("All photos of this work are done.")

    desk.page.reload()
    # The page that was left sends it, or the new one, if that asks for the work before.
    expect(desk.page.locator("#take")).to_have_text(re.compile("^Take (more )?work$"))
    expect(desk.page.locator("#take")).to_be_visible()  # once nothing is being sent

    assert completed(album) == ["101", "102", "103"]


def test_back_and_forward_one_by_one(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("Enter", "Enter")
    desk.expect_place(3)

    desk.type("u", "PageUp")
    desk.expect_place(1)
    desk.type("v")
    desk.expect_place(2)
    desk.type("Enter")
    desk.expect_place(3)
    desk.type("PageDown")

    desk.expect_place(3)
    desk.expect_notice("This is the last photo of the work")
