"""Every kind of page has a main landmark, a link to it, a language and enough contrast.

Those of staff are asked in `test_every_page_in_browser.py`.
"""

from itertools import product
from typing import Any

from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import SCHEMES, WIDTHS, Look, browse, looks, show, violations
from config.tests.languages import faults_in
from foundation.rest.groups import ACTIVITIES

GRAVE = ("serious", "critical")
# Of less weight for axe, but wanted.
WANTED = {"landmark-one-main", "landmark-no-duplicate-main", "skip-link", "bypass"}
# For taggers and those who are invited: in each of the languages.
IN_LANGUAGES = [
    "/workbench/",
    "/password/",
    "/password/sent",
    "/password/done",
    "/password/MQ/used",
]
OPEN = [
    "/",
    "/nothing-here",
    "/admin/login/",
    f"/{ACTIVITIES.base}/docs",  # the documents of all groups are shown by one page
    "/workbench/",
]


def faults(page: Page, look: Look) -> list[str]:
    """Return what is wrong with the page that is open."""
    found: list[Any] = violations(page, look)
    grave = [
        f"{each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in GRAVE or each["id"] in WANTED
        for node in each["nodes"]
    ]
    return [*grave, *([] if _skips(page) else ["no link leads to the content"])]


def _skips(page: Page) -> bool:
    """Return whether the link to the content, shown and followed by keys, leads to it.

    A dialog that is open, as at the workbench's sign-in, is all that there is until it is closed.
    """
    if page.locator("dialog[open]").count():
        return True
    page.locator("a[href='#content']").first.focus()
    is_shown = page.evaluate("document.activeElement.getBoundingClientRect().height > 15")
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    return bool(is_shown)


def test_without_signing_in(live_server: LiveServer):
    def opened(page: Page, look: Look) -> list[str]:
        if look.address.endswith("/docs") and not look.is_switched:
            expect(page.get_by_role("heading", name="The first call")).to_be_visible()
        return faults(page, look)

    def visit(page: Page) -> dict[Look, list[str]]:
        shown = looks(page, live_server.url, OPEN, widths=WIDTHS[:1])
        return {look: opened(page, look) for look in shown}

    seen = browse(visit)

    assert seen.found == {look: [] for look in seen.found}
    assert {(look.address, look.scheme) for look in seen.found} == set(product(OPEN, SCHEMES))


def test_a_text_that_is_too_pale_is_found(live_server: LiveServer):
    """Also the second of a colour, which is converted once."""
    texts = ("pale", "pale", "dark")
    colours = {"pale": "oklch(0.9 0 0)", "dark": "oklch(0.2 0 0)"}

    def visit(page: Page) -> list[str]:
        show(page, "".join(f'<p style="color: {colours[each]}">{each}</p>' for each in texts))
        found = violations(page, None, runOnly=["color-contrast"])
        return [node["html"][-8:] for each in found for node in each["nodes"]]

    assert browse(visit).found == ["pale</p>", "pale</p>"]


def test_in_every_language(live_server: LiveServer):
    """The rest of what axe asks is the same in all languages."""

    def visit(page: Page) -> dict[tuple[str, str, int], list[str]]:
        found = {}
        for (language, _), address in product(settings.LANGUAGES, IN_LANGUAGES):
            cookie = {"name": "language", "value": language, "url": live_server.url}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
            page.goto(live_server.url + address)
            if address == "/workbench/":
                expect(page.locator("#sign-in-dialog")).to_be_visible()
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                found[language, address, width] = faults_in(page, language)
        return found

    seen = browse(visit)

    assert seen.found == {place: [] for place in seen.found}
    assert len(seen.found) == len(settings.LANGUAGES) * len(IN_LANGUAGES) * len(WIDTHS)
