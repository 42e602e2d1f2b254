"""A member of staff in a browser: clicks are counted, typing and keys are not."""

import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, Page
from playwright.sync_api import TimeoutError as NotYet

PATIENCE = 30  # seconds
BETWEEN = 500  # milliseconds


class Desk:
    """A page of the staff's site, opened at home."""

    def __init__(self, page: Page, site: str, pictures: Path | None = None) -> None:
        self.page, self.site, self.pictures = page, site, pictures
        self.clicks = 0

    def begin(self) -> None:
        """Go home; the clicks of a task are counted from there."""
        self.page.goto(f"{self.site}/admin/")
        self.clicks = 0

    def click(self, where: Locator | str) -> None:
        """Click what has this text as a link or button, or what the locator finds."""
        if isinstance(where, str):
            named = self.page.get_by_role("link", name=where)
            where = named.or_(self.page.get_by_role("button", name=where))
        where.filter(visible=True).first.click()
        self.clicks += 1
        self.page.wait_for_load_state()

    def find(self, text: str, title: str = "") -> None:
        """Type a text into the search field, which keys open, and click what was found."""
        self.page.keyboard.press("Control+k")
        field = self.page.locator("input:focus")
        field.wait_for()
        field.press_sequentially(text)
        results = self.page.locator("#command-results-list")
        named = results.get_by_role("link").filter(has_text=title or text)
        self.click(named.or_(results.locator(f'a[href*="{text}"]')))

    def download(self, link: str) -> None:
        """Click the link of a file, and wait for the file."""
        with self.page.expect_download():
            self.click(link)

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).filter(visible=True).first.fill(text)

    def choose(self, label: str, file: Path | tuple[str, str]) -> None:
        """Choose a file, or one that has this name and text."""
        chosen: Path | FilePayload = file if isinstance(file, Path) else _payload(*file)
        named = self.page.get_by_label(label).and_(self.page.locator("[type=file]"))
        named.first.set_input_files(chosen)

    def pick(self, field: str, text: str, shown: str) -> None:
        """Pick a record by typing or pasting into a field that searches."""
        self.click(self.page.locator(f".field-{field} .select2-selection, #id_{field} + .select2"))
        self.page.locator(".select2-search__field").fill(text)
        self.page.locator(".select2-results__option--highlighted", has_text=shown).wait_for()
        self.page.keyboard.press("Enter")

    def confirm(self, button: str) -> None:
        """Press the button of a page that asks."""
        self.click(self.page.get_by_role("button", name=button, exact=True))

    def erase(self, reason: str, picture: str) -> None:
        """Give the reason, be sure, and order it."""
        self.fill("Reason", reason)
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")
        self.shows(picture)
        self.confirm("Erase")
        self.sees("The erasure is ordered")

    def sees(self, text: str) -> None:
        """Wait until the text is in sight; a `TimeoutError` if it does not come."""
        seen = self.page.get_by_text(text).filter(visible=True).first
        seen.wait_for()
        seen.scroll_into_view_if_needed()

    def comes(self, text: str) -> None:
        """Open the page again now and then until it has a text, which a worker brings about."""
        deadline = time.monotonic() + PATIENCE
        coming = self.page.get_by_text(text).filter(visible=True).first
        while time.monotonic() < deadline:
            with suppress(NotYet):  # to open it at once takes all of a processor
                coming.wait_for(timeout=BETWEEN)
                break
            self.page.reload()
        self.sees(text)

    def shows(self, name: str) -> None:
        """Take the guide's picture of this moment."""
        if self.pictures is not None:
            self.page.screenshot(path=self.pictures / f"{name}.jpg", type="jpeg", quality=80)


def _payload(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
