"""The labelling tool as it runs, and a person at its page."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

TIMEOUT = 60_000  # milliseconds
expect.set_options(timeout=TIMEOUT)


@dataclass
class Tool:
    """The running tool, which can be killed and started again at the same address."""

    folder: Path
    port: int = 0
    process: "subprocess.Popen[str] | None" = None

    def start(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vision.label", self.folder, "--port", str(self.port), *options],
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if "open http" in line)
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = None

    def labels(self) -> dict[str, dict[str, object]]:
        text = (self.folder / "labels.json").read_text()
        photos: dict[str, dict[str, object]] = json.loads(text)["photos"]
        return photos


def opened(context: BrowserContext, tool: Tool) -> Page:
    page = context.new_page()
    page.goto(tool.url)
    expect(page.locator("#progress")).to_contain_text("1 of 3")
    expect(page.locator("#picture")).to_have_js_property("naturalWidth", 320)
    expect(page.locator("#stage")).to_be_visible()
    return page


def place_of(one: Locator) -> FloatRect:
    place = one.bounding_box()
    assert place is not None
    return place


def draw(page: Page, left: float, top: float) -> None:
    """Draw a box of a tenth of the photo, from there."""
    stage = place_of(page.locator("#stage"))
    x, y = stage["x"] + left * stage["width"], stage["y"] + top * stage["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + stage["width"] / 10, y + stage["height"] / 10, steps=3)
    page.mouse.up()


def draw_number(page: Page, value: str, left: float = 0.3, top: float = 0.6) -> None:
    draw(page, left, top)
    page.keyboard.type(value)
    page.keyboard.press("Enter")


def draw_face(page: Page, name: str, left: float = 0.3, top: float = 0.1) -> None:
    page.keyboard.down("Shift")
    draw(page, left, top)
    page.keyboard.up("Shift")
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("Saved")


def values(tool: Tool, photo: str = "a.jpg") -> list[object]:
    numbers = tool.labels()[photo]["numbers"]
    assert isinstance(numbers, list)
    return [number["value"] for number in numbers]
