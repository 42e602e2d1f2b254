"""What a member of staff typed when the session was over…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.staff.links import address_of_page
from recognition.models import Album
from recognition.tests.factories import AlbumFactory

SAID = "What you typed stands here again"


@pytest.fixture
def album() -> Album:
    User.objects.create_superuser("boss", password=PASSWORD)
    made: Any = AlbumFactory.create(tagging_hint="Read the bib.")
    return made  # type: ignore[no-any-return]


def save_signed_out(page: Page, address: str, text: str) -> None:
    page.goto(address)
    page.fill("[name=tagging_hint]", text)
    page.context.clear_cookies(name="sessionid")
    page.click("[name=_save]")
    page.wait_for_url("**/admin/login/**")


def test_stands_there_again_after_the_sign_in(
    live_server: LiveServer, transactional_db: None, album: Album
):
    address = live_server.url + address_of_page(Album, album.pk)

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        save_signed_out(page, address, "Read the cap.")
        page.fill("[name=username]", "boss")
        page.fill("[name=password]", PASSWORD)
        page.click("[type=submit]")
        expect(page.locator("[role=status]", has_text=SAID)).to_be_visible()
        shown = page.input_value("[name=tagging_hint]")
        page.click("[name=_save]")
        page.wait_for_url("**/admin/recognition/album/")
        page.goto(address)
        return [shown, page.input_value("[name=tagging_hint]"), page.content()]

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found[:2] == ["Read the cap."] * 2
    assert SAID not in seen.found[2]
    album.refresh_from_db()
    assert album.tagging_hint == "Read the cap."


def test_is_forgotten_once_it_was_saved(
    live_server: LiveServer, transactional_db: None, album: Album
):
    address = live_server.url + address_of_page(Album, album.pk)

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(address)
        page.fill("[name=tagging_hint]", "Read the cap.")
        page.click("[name=_save]")
        page.wait_for_url("**/admin/recognition/album/")
        return str(page.evaluate("JSON.stringify({...sessionStorage})"))

    assert "kept-fields" not in browse(visit).found
