"""A tagger at the workbench, as a browser sees it."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tagging.models import Tagator
from tagging.tests.factories import PASSWORD

READY = """() => document.body.dataset.state !== "working"
    || ["ready", "failed"].includes(document.body.dataset.photo)
    || document.querySelector("dialog[open]")"""


@dataclass(frozen=True, slots=True)
class Desk:
    """The page of the workbench, and what a tagger does on it."""

    page: Page
    url: str

    def open(self, query: str = "") -> None:
        self.page.goto(f"{self.url}/workbench/{query}")

    def sign_in(self, tagator: Tagator, password: str = PASSWORD) -> None:
        self.page.fill("#email", tagator.email)
        self.page.fill("#password", password)
        self.page.press("#password", "Enter")

    def arrive(self, tagator: Tagator) -> None:
        """Open the page and sign in."""
        self.open()
        self.sign_in(tagator)
        expect(self.page.locator("#take")).to_be_focused()

    def begin(self, tagator: Tagator) -> None:
        """Open the page, sign in and take work."""
        self.arrive(tagator)
        self.page.keyboard.press("Enter")
        self.expect_place(1)

    def sign_out(self, opened_by: str = "#account") -> None:
        """Sign out, and wait until the page has loaded itself again for the next tagger."""
        self.page.click(opened_by)
        with self.page.expect_event("load"):
            self.page.click("#sign-out")

    def type(self, *keys: str) -> None:
        """Press keys, wherever the focus is: digits of a text one by one, other keys by name.

        As a person does, Enter waits until the photo can be seen.
        """
        for key in keys:
            if key.isdigit() or key == " ":
                self.page.keyboard.type(key)
            else:
                if key == "Enter":
                    self.expect_ready()
                self.page.keyboard.press(key)

    def expect_ready(self) -> None:
        """Expect a photo that can be completed, or nothing that could be completed by Enter."""
        self.page.wait_for_function(READY)

    def expect_ahead(self) -> None:
        """Expect the next photos in the browser, so that one can go on without a connection."""
        expect(self.page.locator("body")).to_have_attribute("data-ahead", "settled")

    def expect_place(self, place: int) -> None:
        """Expect the photo of this place, loaded, and the focus in the empty or filled field."""
        expect(self.page.locator("#place")).to_contain_text(f"Photo {place} of")
        expect(self.page.locator("#canvas img")).to_be_visible()
        expect(self.field).to_be_focused()

    def expect_numbers(self, *values: str, state: str = "sent") -> None:
        expect(self.page.locator("#numbers li")).to_have_count(len(values))
        chips = self.page.locator(f"#numbers li.{state}")
        expect(chips).to_contain_text(list(values))

    def expect_saved(self) -> None:
        expect(self.page.locator("#connection")).to_have_text("All saved")

    def expect_notice(self, text: str) -> None:
        expect(self.page.locator("#notice")).to_contain_text(text)

    def expect_between(self, title: str) -> None:
        """Expect what is shown while there is no photo in hand."""
        expect(self.page.locator("#between-title")).to_have_text(title)
        expect(self.page.locator("#between")).to_be_visible()

    @property
    def field(self) -> Any:
        return self.page.locator("#number")
