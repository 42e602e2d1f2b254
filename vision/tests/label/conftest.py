import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from vision.tests.conftest import INSTALLED
from vision.tests.drawing import jpeg, photo_of
from vision.tests.label.labelling import TIMEOUT, Tool

# Without the optional packages the photos of the tests cannot be drawn or read.
collect_ignore_glob = [] if INSTALLED else ["test_*.py"]
# As in `config/tests/browser.py`, which is for pages of Django.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PHOTOS = ("a.jpg", "b.jpg", "c.jpg")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1100, "height": 700})
    context.set_default_timeout(TIMEOUT)
    yield context
    context.close()


@pytest.fixture
def tool(tmp_path: Path) -> Iterator[Tool]:
    for name in PHOTOS:
        (tmp_path / name).write_bytes(jpeg(photo_of({"552": (60, 80)}, size=(320, 240))))
    tool = Tool(folder=tmp_path)
    tool.start()
    yield tool
    tool.kill()
