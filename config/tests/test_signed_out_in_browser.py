"""What a member of staff typed when the session was over…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.staff.display import address_of_page
from recognition.models import Album
from recognition.tests.factories import AlbumFactory
from tagging.models import AlbumGuide

SAID = "Not saved, because you were signed out"


@pytest.fixture
def album() -> Album:
    User.objects.create_superuser("boss", password=PASSWORD)
    made: Any = AlbumFactory.create()
    return made  # type: ignore[no-any-return]


def fill_in(page: Page, address: str) -> None:
    """Type into the form, and add a row to it."""
    page.goto(address)
    page.fill("[name=priority]", "7")
    # On a tab of its own.
    page.locator("text=Add another").first.evaluate("one => one.closest('a').click()")
    page.locator("[name=custom_tags-0-name]").evaluate("one => { one.value = 'finish' }")


def save_signed_out(page: Page) -> None:
    """Save when the session is over, sign in, and send it again."""
    page.context.clear_cookies(name="sessionid")
    page.click("[name=_save]")
    page.wait_for_url("**/admin/login/**")
    page.fill("[name=username]", "boss")
    page.fill("[name=password]", PASSWORD)
    page.click("[type=submit]")
    expect(page.locator("#content [role=status]", has_text=SAID)).to_be_visible()
    page.click("text=Send it again")


def test_keeps_the_lines_of_a_text(live_server: LiveServer, transactional_db: None, album: Album):
    AlbumGuide.objects.create(album=album, text="Read the bib.")

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(AlbumGuide, album.pk))
        page.fill("[name=text]", "Read the cap.\nThen the bib.")
        save_signed_out(page)
        page.wait_for_url("**/admin/tagging/albumguide/")

    assert browse(visit).troubles == []
    text = AlbumGuide.objects.get().text
    assert text.splitlines() == ["Read the cap.", "Then the bib."]


def test_is_sent_again_as_it_was_after_the_sign_in(
    live_server: LiveServer, transactional_db: None, album: Album
):
    address = live_server.url + address_of_page(Album, album.pk)

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        fill_in(page, address)
        save_signed_out(page)
        page.wait_for_url("**/admin/recognition/album/")
        page.goto(address)
        return page.content()

    seen = browse(visit)

    assert seen.troubles == []
    assert SAID not in str(seen.found)
    album.refresh_from_db()
    assert album.priority == 7
    assert [tag.name for tag in album.custom_tags.all()] == ["finish"]


def test_is_sent_again_where_somebody_signed_in_anew_in_another_tab(
    live_server: LiveServer, transactional_db: None, album: Album
):
    address = live_server.url + address_of_page(Album, album.pk)

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        fill_in(page, address)
        sign_in(page.context.new_page(), live_server.url)
        page.click("[name=_save]")
        expect(page.locator("[role=status]", has_text=SAID)).to_be_visible()
        page.click("text=Send it again")
        page.wait_for_url("**/admin/recognition/album/")

    browse(visit)

    assert [tag.name for tag in album.custom_tags.all()] == ["finish"]


def test_is_forgotten_once_it_was_saved_or_where_it_has_a_file_or_a_password(
    live_server: LiveServer, transactional_db: None, album: Album
):
    def kept(page: Page) -> str:
        return str(page.evaluate("JSON.stringify({...sessionStorage})"))

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        fill_in(page, live_server.url + address_of_page(Album, album.pk))
        page.click("[name=_save]")
        page.wait_for_url("**/admin/recognition/album/")
        saved = kept(page)
        sign_out = page.locator("form[action$='/logout/']").first
        sign_out.evaluate("form => form.dispatchEvent(new SubmitEvent('submit', {bubbles: true}))")
        saved += kept(page)
        page.goto(f"{live_server.url}/admin/tagging/tagator/add/")
        page.fill("[name=email]", "not an address")
        page.fill("[type=password] >> nth=0", PASSWORD)
        page.evaluate("document.querySelector('[name=email]').form.noValidate = true")
        page.context.clear_cookies(name="sessionid")
        page.click("[name=_save]")
        page.wait_for_url("**/admin/login/**")
        return [saved, kept(page)]

    saved, unsaved = browse(visit).found

    assert "send-again" not in saved
    assert "not an address" in unsaved
    assert PASSWORD not in unsaved
