"""The keys of the workbench…"""

import pytest
from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import completed, numbers_by_photo, states


def test_add_a_number_and_complete_with_enter(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("101", "Enter", "7", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101", "7"]}
    assert completed(album) == ["101"]


def test_complete_a_photo_without_numbers_with_one_press(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)

    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert (numbers_by_photo(album), completed(album)) == ({}, ["101"])


def test_take_back_the_last_number_with_backspace_in_the_empty_field(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)
    desk.type("101", "Enter", "102", "Enter", "9")

    desk.type("Backspace", "Backspace")
    desk.expect_numbers("101")
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}


def test_set_a_custom_tag_and_take_it_off_with_alt_and_a_digit(
    desk: Desk, tagator: Tagator, album: Album
):
    for name in ("finish", "podium"):
        album.custom_tags.create(name=name)
    desk.begin(tagator)
    tags = desk.page.locator("#custom-tags")
    expect(tags.locator("li")).to_have_count(2)

    desk.type("Alt+1", "Alt+2", "Alt+1")
    desk.expect_saved()

    expect(tags.locator("[aria-pressed=true]")).to_have_text(["podium Alt+2"])
    expect(desk.field).to_be_focused()


def test_skip_with_a_reason(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type("s", "b")
    desk.expect_place(2)
    desk.expect_saved()

    assert states(album)["101"] == "Open"
    [skipped] = album.tagging_tasks.get(state="Open").history.filter(change="Skipped")
    assert skipped.reason == "Too blurred or too dark to be sure"


def test_go_back_and_change_a_completed_photo(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("11", "Enter", "Enter")
    desk.expect_place(2)

    desk.type("u")
    desk.expect_place(1)
    expect(desk.page.locator("#review")).to_be_visible()
    desk.type("Backspace", "101", "Enter", "Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert numbers_by_photo(album) == {"101": ["101"]}
    assert completed(album) == ["101"]


def test_go_back_without_a_change_and_reopen_nothing(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("Enter")
    desk.expect_place(2)

    desk.type("u")
    desk.expect_place(1)
    desk.type("Enter")
    desk.expect_place(2)
    desk.expect_saved()

    history = album.tagging_tasks.get(state="Completed").history
    assert not history.filter(change="Reopened").exists()


def test_do_not_complete_several_photos_while_enter_is_held(
    desk: Desk, tagator: Tagator, album: Album
):
    desk.begin(tagator)

    desk.expect_ready()
    for _ in range(4):
        desk.page.keyboard.down("Enter")
    desk.page.keyboard.up("Enter")
    desk.expect_place(2)
    desk.expect_saved()

    assert completed(album) == ["101"]


def test_act_on_the_photo_that_is_shown(
    desk: Desk, tagator: Tagator, album: Album, subtests: pytest.Subtests
):
    """Ask what leaves the photo as it is on one page: to load it takes longer than each."""
    desk.begin(tagator)
    for asked in (
        choose_no_reason_by_a_digit,
        leave_the_skip_s_dialog_with_escape,
        show_the_keys,
        type_digits_alone_into_the_field,
        work_on_a_keyboard_of_another_script,
        type_digits_by_their_place_on_every_layout,
        say_to_the_eye_what_a_screen_reader_says,
        bring_digits_to_the_field_wherever_the_focus_is,
    ):
        with subtests.test(asked.__name__):
            asked(desk)
            desk.expect_place(1)
            assert set(states(album).values()) == {"Assigned"}
        desk.type("Escape")
        desk.field.fill("")


def choose_no_reason_by_a_digit(desk: Desk) -> None:
    desk.type("s", "108")
    expect(desk.page.locator("#skip-dialog")).to_be_visible()
    desk.type("Escape")


def leave_the_skip_s_dialog_with_escape(desk: Desk) -> None:
    desk.type("s")
    expect(desk.page.locator("#skip-dialog")).to_be_visible()

    desk.type("Escape")

    expect(desk.page.locator("#skip-dialog")).to_be_hidden()


def show_the_keys(desk: Desk) -> None:
    desk.type("?")
    expect(desk.page.locator("#keys-dialog")).to_be_visible()
    desk.type("Escape")


def type_digits_alone_into_the_field(desk: Desk) -> None:
    desk.page.keyboard.type("1x4 q.k")

    expect(desk.field).to_have_value("14")


def work_on_a_keyboard_of_another_script(desk: Desk) -> None:
    desk.page.evaluate(
        """document.activeElement.dispatchEvent(new KeyboardEvent(
            "keydown", {key: "ы", code: "KeyS", bubbles: true, cancelable: true}))"""
    )

    expect(desk.page.locator("#skip-dialog")).to_be_visible()
    desk.type("Escape")


def type_digits_by_their_place_on_every_layout(desk: Desk) -> None:
    for key, code, shift in [
        ("&", "Digit1", False),  # AZERTY
        ("-", "Digit6", False),
        ("6", "Digit6", True),
        ("=", "Digit0", True),  # QWERTZ
        ("۴", "Digit4", False),  # Persian
        ("ArrowRight", "Numpad6", False),  # without NumLock
    ]:
        desk.page.evaluate(
            """([key, code, shiftKey]) => document.activeElement.dispatchEvent(new KeyboardEvent(
                "keydown", {key, code, shiftKey, bubbles: true, cancelable: true}))""",
            [key, code, shift],
        )

    expect(desk.field).to_have_value("166046")
    expect(desk.page.locator("#stage")).not_to_have_class("stage zoomed")


def say_to_the_eye_what_a_screen_reader_says(desk: Desk) -> None:
    desk.type("u")

    expect(desk.page.locator("#announcer")).to_contain_text("This is the first photo of the work.")
    desk.expect_notice("This is the first photo of the work.")


def bring_digits_to_the_field_wherever_the_focus_is(desk: Desk) -> None:
    desk.page.focus("#account")

    desk.type("101", "Enter")

    desk.expect_numbers("101")
    expect(desk.field).to_be_focused()
