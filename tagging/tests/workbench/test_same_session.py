"""A session from sign-in to hand-in, by the tree that a screen reader sees, is the same…"""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.factories import PASSWORD
from tagging.tests.workbench.desk import Desk
from tagging.tests.workbench.looking import numbers_by_photo, states
from tools.local.texts import DOMAINS, forms, written

LOOKS: dict[str, dict[str, Any]] = {
    "in Russian, at 200 %": {
        "locale": "ru",
        "viewport": {"width": 640, "height": 400},
        "device_scale_factor": 2,
    },
    "in German, on a phone on its side": {
        "locale": "de",
        "viewport": {"width": 844, "height": 390},
        "has_touch": True,
    },
}


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    return LOOKS[request.param]


class Reader:
    """Finds elements by role and name alone; names are given in English."""

    def __init__(self, desk: Desk, language: str) -> None:
        catalogues = [written(name, language) for name in DOMAINS]
        self._words = {m.id: forms(m.string)[0] for each in catalogues for m in each if m.id}
        self._page = desk.page

    def find(self, role: Any, name: str, inside: Locator | None = None) -> Locator:
        return (inside or self._page).get_by_role(role, name=self._words.get(name, name))

    def label(self, name: str) -> Locator:
        return self._page.get_by_label(self._words.get(name, name), exact=True)


def test_in_every_look(desk: Desk, tagator: Tagator, album: Album, look: dict[str, Any]):
    reader = Reader(desk, look["locale"])
    field, complete = reader.find("combobox", "Start number"), reader.find("button", "Complete")
    photo = reader.find("region", "Photo")

    desk.open()
    reader.find("textbox", "E-mail").fill(tagator.email)
    reader.label("Password").fill(PASSWORD)
    reader.label("Password").press("Enter")
    reader.find("button", "Take work").click()
    for number in ("101", "102"):
        expect(photo.get_by_role("img")).to_be_visible()
        expect(field).to_be_focused()
        expect(complete).to_be_in_viewport(ratio=1)
        desk.page.keyboard.type(number)
        expect(field).to_have_value(number)
        desk.type("Enter")
        listed = reader.find("list", "Numbers of this photo").get_by_role("listitem")
        expect(listed).to_contain_text([number])
        expect(complete).to_be_in_viewport(ratio=1)
        desk.expect_ready()
        complete.click()
        expect(listed).to_have_count(0)
    expect(complete).to_be_in_viewport(ratio=1)
    reader.find("button", "Skip", reader.find("region", "Numbers")).click()
    dialog = reader.find("dialog", "Why skip this photo?")
    dialog.get_by_role("button").first.click()
    expect(reader.find("heading", "All photos of this work are done.")).to_be_visible()
    reader.find("button", "Hand in").first.click()
    expect(reader.find("heading", "All photos of this work are done.")).to_be_hidden()

    assert numbers_by_photo(album) == {"101": ["101"], "102": ["102"]}
    assert sorted(states(album).values()) == ["Completed", "Completed", "Open"]
