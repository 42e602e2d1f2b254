"""A tagger at the workbench, as a browser sees it."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tagging.models import Tagator
from tagging.tests.factories import PASSWORD


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

    def begin(self, tagator: Tagator) -> None:
        """Open the page, sign in and take work."""
        self.open()
        self.sign_in(tagator)
        expect(self.page.locator("#take")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.expect_place(1)

    def type(self, *keys: str) -> None:
        """Press keys, wherever the focus is: digits of a text one by one, other keys by name."""
        for key in keys:
            if key.isdigit():
                self.page.keyboard.type(key)
            else:
                self.page.keyboard.press(key)

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
