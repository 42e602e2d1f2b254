"""What staff and integrators open in a browser renders, with no failed request and no error."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
import requests
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import ConsoleMessage, Page, Request, Response, sync_playwright
from pytest_django.live_server_helper import LiveServer

from messaging.models import DeadLetter, OutboxMessage
from recognition.models import AlbumPhotosProcessingJob, Photo, ProviderPause, Selfie
from recognition.tests.factories import CallbackFactory, PhotoFactory
from sandbox.client import SandboxClient
from sandbox.fixtures import sandbox, sandbox_server
from staff.links import address_of_list, address_of_page

__all__ = ["sandbox", "sandbox_server"]

CHROMIUM = shutil.which("chromium")
METHODS = {"get", "post", "put", "patch", "delete"}
WIDTHS = (1280, 390)  # pixels: a desk, a phone
PASSWORD = "correct-horse-battery"
SPILL = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """[...document.querySelectorAll("#result_list td")]
    .filter(cell => cell.scrollHeight > cell.clientHeight + 1).length"""
IS_DARK = "document.documentElement.classList.contains('dark')"

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


def _browse(visit: Callable[[Page], Any], look: dict[str, Any]) -> Seen:
    seen = Seen()
    arguments = ["--no-sandbox", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page(**look)
        seen.watch(page)
        seen.found = visit(page)
        browser.close()
    return seen


def browse(visit: Callable[[Page], Any], **look: Any) -> Seen:
    """Let a browser visit, in a thread: beside its event loop Django refuses the database.

    :param look: how the browser's page is: its viewport, its colour scheme.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_browse, visit, look).result()


@pytest.fixture
def photo(transactional_db: None, sandbox: SandboxClient) -> Photo:
    User.objects.create_superuser("boss", password=PASSWORD)
    return PhotoFactory.create(
        image_url=sandbox.url("album", "/pixel.jpg"),
        state="Failed",
        reason_description="Numbers: The number provider does not answer (ConnectTimeout). "
        "Given up after attempt 8.",
    )


@pytest.fixture
def pages(photo: Photo) -> list[str]:
    """Return the addresses of every page of recognition, with something on each."""
    callback = CallbackFactory.create(request__photo=photo)
    job = AlbumPhotosProcessingJob.objects.create(album=photo.album, mode="Force", state="Running")
    job.processed_photos.create(photo=photo, mode=job.mode, taken_on=job.created_on)
    photo.numbers.create(value="987", source="Provider", rejection="NotInStartList")
    selfie = Selfie.objects.create(album=photo.album, state="NotFound")
    now = timezone.now()
    pause = ProviderPause.objects.create(
        service="p", name="Faces", reason="503", since=now, failures=5, next_probe_on=now
    )
    records = [photo, photo.album, callback, callback.request, job, selfie, pause]
    of_photo = address_of_page(Photo, photo.pk).removesuffix("change/")
    return [
        reverse("admin:index"),
        *(address_of_list(type(record)) for record in records),
        *(address_of_page(type(record), record.pk) for record in records),
        address_of_list(Photo, state="Failed", album=photo.album_id),
        address_of_list(OutboxMessage),
        address_of_list(DeadLetter),
        *(of_photo + part for part in ("history/", "process-again/", "process-from-scratch/")),
    ]


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_staff_s_pages_fit_a_desk_and_a_phone_by_day_and_by_night(
    live_server: LiveServer, pages: list[str], scheme: str
):
    def visit(page: Page) -> dict[tuple[str, int], tuple[int, int, bool]]:
        sign_in(page, live_server.url)
        looks = {}
        for address in pages:
            page.goto(live_server.url + address, wait_until="networkidle")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                looks[address, width] = tuple(map(page.evaluate, (SPILL, CUT_OFF, IS_DARK)))
        return looks

    seen = browse(visit, color_scheme=scheme)

    assert seen.troubles == []
    assert seen.found == dict.fromkeys(product(pages, WIDTHS), (0, 0, scheme == "dark"))


def test_the_picture_of_a_photo_is_shown(live_server: LiveServer, photo: Photo):
    def visit(page: Page) -> int:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(Photo, photo.pk), wait_until="networkidle")
        return int(page.evaluate("document.querySelector('img.fl-picture').naturalWidth"))

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found == 1


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
