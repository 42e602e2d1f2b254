"""The album's guide and the lead's answers in the workbench…"""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from playwright.sync_api import expect

from recognition.models import Album
from tagging.models import PhotoQuestion, Tagator
from tagging.tests.factories import new_tagator
from tagging.tests.questions.asked import answered, written_guide
from tagging.tests.workbench.conftest import OWN_PAGE, album_of
from tagging.tests.workbench.desk import Desk

TEXT = """# Which bibs
Read **red** bibs, also of people in the background.

![A bib of the half marathon](photo:{})
"""
LONGEST_PAUSE = 20_000  # milliseconds between two looks of a page without work


@pytest.fixture
def look() -> dict[str, Any]:
    """A page of its own: its clock is put forward."""
    return OWN_PAGE


def test_guide_is_open_until_it_was_folded_and_again_when_it_changed(
    desk: Desk, tagator: Tagator, album: Album, settings: Any, tmp_path: Path
):
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    caches["picture_failures"].clear()
    written_guide(album, TEXT.format(album.photos.latest("shooting_date").pk))
    guide, part = desk.page.locator("#guide"), desk.page.locator("#guide-part")
    desk.begin(tagator)

    expect(guide.locator("h2")).to_have_text("Which bibs")
    expect(guide.locator(".sample img")).to_have_js_property("naturalWidth", 1200)
    guide.get_by_role("button", name="Show the sample picture larger").click()
    expect(desk.page.locator("#sample-dialog")).to_contain_text("A bib of the half marathon")
    desk.type("Escape", "s", "a")
    desk.expect_place(2)
    expect(guide).to_be_visible()
    desk.page.get_by_role("button", name="I have read it").click()
    expect(guide).to_be_hidden()
    expect(desk.field).to_be_focused()
    desk.expect_saved()

    written_guide(album, "Blue bibs now.")
    desk.page.reload()
    expect(guide).to_have_text("Blue bibs now.")
    desk.type(",")
    expect(guide).to_be_hidden()
    desk.page.reload()
    desk.expect_place(2)
    expect(part).to_be_visible()
    expect(guide).to_be_hidden()
    desk.sign_out()
    desk.begin(new_tagator())
    expect(guide).to_be_visible()  # who comes after has not read it


def test_answers_appear_where_they_were_asked_for(desk: Desk, tagator: Tagator, photos: str):
    album = album_of(2, f"{photos}/small")
    page, here = desk.page, desk.page.locator("#questions-here")
    dialog, own = page.locator("#ask-dialog"), page.locator("#questions-between")
    text, all_answers = page.locator("#question"), page.locator("#questions-all .answer")
    page.clock.install()
    desk.begin(tagator)

    desk.type("m")
    expect(text).to_be_focused()
    page.keyboard.type("Does a blue one count, 1 or 2?")
    desk.type("Escape", "m")
    expect(text).to_have_value("Does a blue one count, 1 or 2?")
    desk.type("Control+Enter")
    expect(dialog).to_be_hidden()
    expect(desk.field).to_be_focused()
    expect(here).to_contain_text("Not answered yet.")
    desk.type("Enter")
    desk.expect_place(2)
    expect(here).to_be_hidden()

    answered(PhotoQuestion.objects.get())
    page.clock.fast_forward(LONGEST_PAUSE)
    desk.expect_notice("The lead has answered: No, the red ones.")
    expect(page.locator("#answers")).to_have_text("1 new answer")
    desk.type("u")
    expect(here.locator(".answer")).to_have_text("No, the red ones.")
    desk.type("m")
    expect(dialog.locator("#questions-all")).to_contain_text(str(album))
    expect(all_answers).to_have_text("No, the red ones.")
    expect(page.locator("#answers")).to_be_hidden()
    page.keyboard.type("And this one?")
    desk.type("Control+Enter")
    expect(here).to_contain_text("Not answered yet.")

    desk.type("Enter", "Enter")
    page.click("#hand-in")
    expect(own).to_have_text("Your questions")
    answered(PhotoQuestion.objects.get(text="And this one?"))
    page.clock.fast_forward(LONGEST_PAUSE)
    expect(own).to_have_text("Your questions: 1 new answer")
    page.reload()
    expect(own).to_have_text("Your questions: 1 new answer")
    own.click()
    expect(all_answers).to_have_count(2)
    page.keyboard.press("Escape")
    expect(own).to_have_text("Your questions")
