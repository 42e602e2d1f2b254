"""What staff and integrators open in a browser renders, with no failed request and no error."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
import requests
from django.contrib.auth.models import User
from playwright.sync_api import ConsoleMessage, Page, Request, Response, sync_playwright
from pytest_django.live_server_helper import LiveServer

from recognition.models import Photo
from recognition.tests.factories import PhotoFactory

CHROMIUM = shutil.which("chromium")
METHODS = {"get", "post", "put", "patch", "delete"}
PASSWORD = "correct-horse-battery"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]


@dataclass
class Seen:
    """What went wrong while a browser showed pages, and what the visit found."""

    troubles: list[str] = field(default_factory=list)
    found: Any = None

    def watch(self, page: Page) -> None:
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.on("console", self._said)

    def _said(self, message: ConsoleMessage) -> None:
        # Browsers ask every site for an icon; that there is none is no fault of a page.
        of_icon = message.location["url"].endswith("/favicon.ico")
        if message.type == "error" and not of_icon:
            self.troubles.append(f"console: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        # A page that is left aborts what it still loads.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.url}: {response.status}")


def _browse(visit: Callable[[Page], Any]) -> Seen:
    seen = Seen()
    arguments = ["--no-sandbox", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page()
        seen.watch(page)
        seen.found = visit(page)
        browser.close()
    return seen


def browse(visit: Callable[[Page], Any]) -> Seen:
    """Let a browser visit, in a thread: beside its event loop Django refuses the database."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_browse, visit).result()


@pytest.fixture
def photo(transactional_db: None) -> Photo:
    User.objects.create_superuser("boss", password=PASSWORD)
    return PhotoFactory.create()


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/admin/")
    page.fill("input[name=username]", "boss")
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{site}/admin/")


def test_staff_sign_in_and_open_an_album_and_a_photo(live_server: LiveServer, photo: Photo):
    album_page = f"{live_server.url}/admin/recognition/album/{photo.album_id}/change/"
    photo_page = f"{live_server.url}/admin/recognition/photo/{photo.pk}/change/"

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        shown = []
        for address in (album_page, photo_page):
            page.goto(address, wait_until="networkidle")
            shown.append(page.inner_text("body"))
        return shown

    seen = browse(visit)

    assert seen.troubles == []
    assert photo.album.name in seen.found[0]
    assert str(photo.pk) in seen.found[1]


@pytest.mark.parametrize("group", ["admin-api", "client-api", "activity-api"])
def test_the_page_of_a_group_shows_its_operations(live_server: LiveServer, group: str):
    document = requests.get(
        f"{live_server.url}/{group}/schema", headers={"Accept": "application/json"}, timeout=30
    ).json()
    operations = sum(len(METHODS & set(path)) for path in document["paths"].values())

    def visit(page: Page) -> int:
        page.goto(f"{live_server.url}/{group}/docs", wait_until="networkidle")
        page.wait_for_selector(".opblock")
        return page.locator(".opblock").count()

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found == operations > 0
