"""The album's guide in the workbench, and staff who write it…"""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from playwright.sync_api import Route, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import new_tagator
from tagging.tests.guides.written import written_guide
from tagging.tests.workbench.desk import Desk

TEXT = """# Which bibs
Read **red** bibs, also of people in the background.

![A bib of the half marathon](photo:{})
"""


@pytest.fixture(autouse=True)
def _pictures(settings: Any, tmp_path: Path) -> None:
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    caches["picture_failures"].clear()


def test_is_open_until_it_was_folded_and_again_when_it_changed(
    desk: Desk, tagator: Tagator, album: Album
):
    written_guide(album, TEXT.format(album.photos.latest("shooting_date").pk))
    guide, part = desk.page.locator("#guide"), desk.page.locator("#guide-part")
    desk.begin(tagator)

    expect(guide.locator("h2")).to_have_text("Which bibs")
    picture = guide.locator(".sample img")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    guide.get_by_role("button", name="Show the sample picture larger").click()
    expect(desk.page.locator("#sample-dialog")).to_contain_text("A bib of the half marathon")
    desk.type("Escape", "101", "Enter", "Enter")
    desk.expect_place(2)
    expect(guide).to_be_visible()
    desk.page.get_by_role("button", name="I have read it").click()
    expect(guide).to_be_hidden()
    expect(desk.field).to_be_focused()
    desk.expect_saved()

    desk.page.reload()
    desk.expect_place(2)
    expect(part).to_be_visible()
    expect(guide).to_be_hidden()
    desk.type(",")
    expect(guide).to_be_visible()
    desk.type(",")
    expect(guide).to_be_hidden()

    written_guide(album, "Blue bibs now.")
    desk.page.reload()
    expect(guide).to_have_text("Blue bibs now.")


def test_asks_again_for_a_sample_while_the_server_is_busy_with_others(
    desk: Desk, tagator: Tagator, album: Album
):
    written_guide(album, TEXT.format(album.photos.latest("shooting_date").pk))
    desk.page.route("**/taggingGuide/pictures/*", busy, times=2)

    desk.begin(tagator)

    expect(desk.page.locator("#guide .sample img")).to_have_js_property("naturalWidth", 1200)


def busy(route: Route) -> None:
    route.fulfill(status=503, json={"code": "too-many-pictures"}, headers={"Retry-After": "0"})


def test_says_that_there_is_none(desk: Desk, tagator: Tagator, album: Album):
    desk.begin(tagator)

    desk.type(",")

    desk.expect_notice("This album has no guide.")
    expect(desk.page.locator("#guide-part")).to_be_hidden()


def test_is_open_for_each_tagger_at_the_computer(desk: Desk, tagator: Tagator, album: Album):
    written_guide(album, "Red bibs only.")
    guide = desk.page.locator("#guide")
    desk.begin(tagator)
    desk.page.get_by_role("button", name="I have read it").click()
    expect(guide).to_be_hidden()
    desk.type("s", "a")
    desk.expect_place(2)
    desk.expect_saved()
    desk.sign_out()

    desk.begin(new_tagator())

    expect(guide).to_be_visible()
