"""In each language the workbench…"""

from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import get_language_info, override
from playwright.sync_api import Page, expect

from config.tests.browser import violations
from local.texts import DOMAINS, written
from recognition.models import Album
from tagging.models import Tagator
from tagging.tests.workbench.desk import Desk

SCREENS = {
    "desktop": (1280, 800),
    "tablet": (820, 1180),
    "phone on its side": (844, 390),
    "page at 200 %": (640, 400),
}
TEXTS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode.data.trim());
    for (const element of document.querySelectorAll("[aria-label]")) found.push(element.ariaLabel);
    return found;
}"""
# Buttons whose words are wider than the button, and what is wider than the page.
CLIPPED = """() => {
    const isCut = (one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1;
    const cut = [...document.querySelectorAll(".panel button, dialog[open] button")].filter(isCut);
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    return [...cut.map((one) => one.textContent.trim()), ...(wide ? ["the page"] : [])];
}"""


@pytest.fixture
def look() -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": 800}, "has_touch": True}


def english_left(page: Page, language: str) -> set[str]:
    """Return texts of the page that have another wording in the language."""
    known = {m.id: m.string for name in DOMAINS for m in written(name, language) if m.id}
    return {text for text in page.evaluate(TEXTS) if known.get(text, text) != text}


def in_view(page: Page, name: str) -> bool:
    box, size = page.locator(name).bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] + box["height"] <= size["height"] and box["x"] + box["width"] <= size["width"]


def serious(page: Page) -> list[str]:
    found = violations(page, None)
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def read_in(desk: Desk, tagator: Tagator, language: str) -> None:
    """Open the page again in the language, on a photo."""
    cookie = {"name": "language", "value": language, "url": desk.url}
    desk.page.context.add_cookies([cookie])  # type: ignore[list-item]
    Tagator.objects.filter(pk=tagator.pk).update(language=language)
    desk.page.reload()
    expect(desk.page.locator("html")).to_have_attribute("lang", language)
    expect(desk.page.locator("#canvas img")).to_be_visible()


def troubles_of(desk: Desk, language: str) -> dict[str, Any]:
    page, found = desk.page, dict[str, Any]()
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        found[f"{screen}: clipped"] = page.evaluate(CLIPPED)
        found[f"{screen}: out of sight"] = not in_view(page, "#complete")
        found[f"{screen}: axe"] = serious(page)
    for key in ("?", "s"):
        desk.type(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        found[f"clipped after {key}"] = page.evaluate(CLIPPED)
        desk.type("Escape")
    found["English"] = english_left(page, language)
    return {name: trouble for name, trouble in found.items() if trouble}


def test_has_no_english_text_and_clips_none(desk: Desk, tagator: Tagator, album: Album):
    album.custom_tags.create(name="Ziel")
    desk.begin(tagator)

    wrong = {}
    for language, _ in settings.LANGUAGES:
        read_in(desk, tagator, language)
        wrong[language] = troubles_of(desk, language)

    assert wrong == {language: {} for language in wrong}


def test_is_named_as_it_names_itself():
    with override("en"):
        names = {code: get_language_info(code)["name_local"] for code, _ in settings.LANGUAGES}

    assert {code: name.lower() for code, name in settings.LANGUAGES} == {
        code: name.lower() for code, name in names.items()
    }
