"""On every page of the workbench axe finds nothing serious…"""

from typing import Any, Literal

from playwright.sync_api import Page, ViewportSize, expect

from config.tests.browser import SCHEMES, Look, switch, violations
from recognition.models import Album
from tagging.models import Tagator
from tagging.tagators.account_serializers import TagatorFiguresOutput
from tagging.tests.workbench.desk import Desk

SIZES: tuple[ViewportSize, ...] = ({"width": 360, "height": 740}, {"width": 1440, "height": 900})
SPILL = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_in_any_width_and_light(desk: Desk, tagator: Tagator, album: Album):
    album.custom_tags.create(name="finish")
    for photo in album.photos.all():
        photo.persons.create(person_id="p1", confidence=0.9)
    suggestions = [{"value": "2045", "kind": "Rejected", "rejection": "NotInStartList"}]
    desk.page.route(
        "**/suggestions", lambda route: route.fulfill(json={"suggestions": suggestions})
    )
    figures = TagatorFiguresOutput.example
    desk.page.route("**/accounts/figures", lambda route: route.fulfill(json=figures))
    page, found = desk.page, {}

    desk.open()
    expect(page.locator("#sign-in-dialog")).to_be_visible()
    found["sign-in"] = troubles(page)
    desk.sign_in(tagator)
    expect(page.locator("#take")).to_be_focused()
    found["idle"] = troubles(page)
    page.click("#figures-between")
    expect(page.locator("#figures-found")).to_be_visible()
    found["figures"] = troubles(page)
    desk.type("Escape")
    expect(page.locator("#take")).to_be_focused()
    desk.type("Enter")
    desk.expect_place(1)
    desk.type("101", "Enter", "Alt+1", "1234567", "Enter")
    expect(desk.field).to_have_value("1234567")
    desk.expect_saved()
    found["work"] = troubles(page)
    desk.type("s")
    found["skip"] = troubles(page)
    desk.type("Escape", "F1")
    found["keys"] = troubles(page)
    desk.type("Escape")
    desk.page.fill("#number", "")
    found["series"] = series_troubles(desk)
    desk.type("Enter", "Enter", "Enter")
    desk.expect_between("All photos of this work are done.")
    found["finished"] = troubles(page)

    assert found == {name: [] for name in found}


def series_troubles(desk: Desk) -> list[str]:
    """Return what is found on the photos that belong together; leave them."""
    desk.type("w")
    expect(desk.page.locator("#series-photos input").first).to_be_checked()
    found = troubles(desk.page)
    desk.type("Escape")
    return found


def troubles(page: Page) -> list[str]:
    """Return what axe finds serious or critical, and whether the page is wider than the screen."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        found += [
            f"{one['id']} ({scheme}, {size['width']}): {node['target']}"
            for scheme in SCHEMES[: 1 if size == SIZES[0] else 2]  # a phone has the same colours
            for one in violations_in(page, scheme)
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
        found += [f"wider than {size['width']}"] if page.evaluate(SPILL) else []
    return found


def violations_in(page: Page, scheme: Literal["light", "dark"]) -> list[Any]:
    """Return what axe finds in a scheme; in the second one, of colours."""
    switch(page, scheme)
    is_again = scheme != SCHEMES[0]
    return violations(page, Look(address=page.url, width=0, scheme=scheme, is_switched=is_again))
