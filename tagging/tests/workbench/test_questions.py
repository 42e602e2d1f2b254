"""A question to the lead, asked and answered in the workbench…"""

from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import PhotoQuestion, Tagator
from tagging.tests.factories import new_tagator
from tagging.tests.questions.asked import answered
from tagging.tests.workbench.conftest import album_of
from tagging.tests.workbench.desk import Desk

LONGEST_PAUSE = 20_000  # milliseconds between two looks of a page without work


def test_is_asked_by_a_key_and_its_answer_appears_in_place(
    desk: Desk, tagator: Tagator, album: Album
):
    here, dialog = desk.page.locator("#questions-here"), desk.page.locator("#ask-dialog")
    desk.begin(tagator)

    desk.type("m")
    expect(desk.page.locator("#question")).to_be_focused()
    desk.page.keyboard.type("Does a blue one count, 1 or 2?")
    desk.type("Escape", "m")
    expect(desk.page.locator("#question")).to_have_value("Does a blue one count, 1 or 2?")
    desk.type("Control+Enter")
    expect(dialog).to_be_hidden()
    expect(desk.field).to_be_focused()
    expect(here).to_contain_text("Not answered yet.")
    desk.type("101", "Enter", "Enter")
    desk.expect_place(2)
    expect(here).to_be_hidden()

    answered(PhotoQuestion.objects.get())

    desk.expect_notice("The lead has answered: No, the red ones.")
    expect(desk.page.locator("#answers")).to_have_text("1 new answer")
    desk.type("u")
    expect(here.locator(".answer")).to_have_text("No, the red ones.")
    desk.type("m")
    expect(dialog.locator("#questions-all")).to_contain_text(str(album))
    expect(dialog.locator("#questions-all .answer")).to_have_text("No, the red ones.")
    expect(desk.page.locator("#answers")).to_be_hidden()


def test_shows_between_works_that_it_was_answered(desk: Desk, tagator: Tagator, photos: str):
    album_of(1, f"{photos}/small")
    own = desk.page.locator("#questions-between")
    desk.page.clock.install()
    desk.begin(tagator)
    desk.type("m")
    desk.page.keyboard.type("Which one?")
    desk.type("Control+Enter")
    expect(desk.page.locator("#questions-here")).to_contain_text("Not answered yet.")
    desk.type("Enter")
    desk.page.click("#hand-in")
    expect(own).to_have_text("Your questions")

    answered(PhotoQuestion.objects.get())
    desk.page.clock.fast_forward(LONGEST_PAUSE)

    expect(own).to_have_text("Your questions: 1 new answer")
    desk.page.reload()
    expect(own).to_have_text("Your questions: 1 new answer")
    own.click()
    expect(desk.page.locator("#questions-all .answer")).to_have_text("No, the red ones.")
    desk.page.keyboard.press("Escape")
    expect(own).to_have_text("Your questions")


def test_is_kept_for_its_tagger_alone_while_it_is_typed(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)
    desk.type("m")
    desk.page.keyboard.type("Which one?")
    desk.type("Escape", "s", "a")  # the next tagger at this computer gets the photo
    desk.expect_place(2)
    desk.expect_saved()
    desk.sign_out()

    desk.begin(new_tagator())
    desk.type("m")

    expect(desk.page.locator("#question")).to_be_focused()
    expect(desk.page.locator("#question")).to_have_value("")


def test_is_sent_when_the_server_is_there_again(desk: Desk, tagator: Tagator, album: Album):
    desk.page.route("**/questions", lambda route: route.abort())
    desk.begin(tagator)
    desk.type("m")
    desk.page.keyboard.type("Which one?")
    desk.type("Control+Enter")
    expect(desk.page.locator("#questions-here")).to_contain_text("Being sent…")

    desk.page.unroute("**/questions")
    desk.page.reload()

    expect(desk.page.locator("#questions-here")).to_contain_text("Not answered yet.")
    assert PhotoQuestion.objects.get().text == "Which one?"
