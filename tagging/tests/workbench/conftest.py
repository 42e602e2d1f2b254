"""A browser at the workbench. Playwright's event loop runs in this thread, which Django allows."""

import io
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import CHROMIUM, TIMEOUT, forget_reader, launch
from config.tests.serving import door_to
from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import SHOT_ON, ask_for_tagging, manual_album, new_photo, new_tagator
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.gate import Gate, gate_to

SIZES = {"small": (1200, 800), "large": (4200, 2800)}


class Handler(BaseHTTPRequestHandler):
    """`/small/101.jpg` is a photo with the number 101, as is `/large/101.jpg`; the rest is 404."""

    def do_GET(self) -> None:
        found = re.fullmatch(r"/(small|large)/(\d+)\.jpg", self.path)
        if found is None:
            self.send_error(404)
            return
        body = drawn(*found.groups())
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@cache
def drawn(size: str, number: str) -> bytes:
    """Return a JPEG with the number in its middle."""
    width, height = SIZES[size]
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    draw = ImageDraw.Draw(image)
    draw.rectangle((width * 3 // 8, height // 3, width * 5 // 8, height * 2 // 3), fill="white")
    font = ImageFont.load_default(height // 6)
    draw.text((width // 2, height // 2), number, fill="black", font=font, anchor="mm")
    written = io.BytesIO()
    image.save(written, "JPEG", quality=80)
    return written.getvalue()


@contextmanager
def photo_server() -> Iterator[str]:
    """Serve photos, and yield the server's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    patch = pytest.MonkeyPatch()
    patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()
    patch.undo()


@pytest.fixture(scope="package")
def photos() -> Iterator[str]:
    """The address of a server of photos: a folder of small ones, and one of large ones."""
    with photo_server() as address:
        yield address


OWN_PAGE = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def look() -> dict[str, Any]:
    """How the browser's page is: its viewport, its language; empty: the shared one."""
    return {}


def opened(browser: Browser, look: dict[str, Any]) -> Page:
    context = browser.new_context(**{"service_workers": "block", **look})
    context.set_default_timeout(TIMEOUT)
    return context.new_page()


@pytest.fixture(scope="package")
def shared_page(browser: Browser) -> Page:
    return opened(browser, OWN_PAGE)


@pytest.fixture
def page(
    browser: Browser, look: dict[str, Any], live_server: LiveServer, shared_page: Page
) -> Iterator[Page]:
    """A page whose scripts may not fail, nor break the page's policy."""
    page, troubles = opened(browser, look) if look else shared_page, list[str]()

    def note_error(error: Error) -> None:
        troubles.append(str(error))

    def note_policy(said: ConsoleMessage) -> None:
        troubles.extend([said.text] if "Policy" in said.text else [])

    page.on("pageerror", note_error)
    page.on("console", note_policy)
    yield page
    # A page that is left would hand the work in, during the next test.
    page.context.set_offline(True)
    if look:
        page.context.close()
    else:
        forget_reader(page)
        page.context.set_offline(False)
        page.remove_listener("pageerror", note_error)
        page.remove_listener("console", note_policy)
    assert troubles == []


@pytest.fixture
def desk(page: Page, live_server: LiveServer, settings: Any) -> Desk:
    settings.WORKBENCH_IMAGE_SOURCES = ["http:"]
    return Desk(page, live_server.url)


@pytest.fixture
def gate(live_server: LiveServer) -> Iterator[Gate]:
    """A door in front of the server, through which `desk_behind` reaches it."""
    with gate_to(live_server.thread.port) as gate:
        yield gate


@pytest.fixture
def desk_behind(desk: Desk, gate: Gate) -> Desk:
    return Desk(desk.page, gate.url)


@pytest.fixture
def restarted(live_server: LiveServer) -> Iterator[LiveServer]:
    """The server as it comes back, at another port: the gate is to be opened to it."""
    server = LiveServer("127.0.0.1")
    with door_to(server).opened():
        yield server
    server.stop()


@pytest.fixture
def album(transactional_db: None, photos: str) -> Album:
    """An album with three photos that wait for a tagger; they show 101, 102, …"""
    return album_of(3, f"{photos}/small")


@pytest.fixture
def tagator(transactional_db: None) -> Tagator:
    return new_tagator()


def album_of(count: int, photos: str, **fields: Any) -> Album:
    album = manual_album(**fields)
    for minute in range(count):
        shot_on = SHOT_ON + timedelta(minutes=minute)
        image_url = f"{photos}/{101 + minute}.jpg"
        ask_for_tagging(new_photo(album, image_url=image_url, shooting_date=shot_on))
    return album
