"""In each language the workbench…"""

from typing import Any

from django.conf import settings
from playwright.sync_api import Page, expect

from config.tests.browser import violations
from config.tests.languages import faults_in
from recognition.models import Album
from tagging.models import Tagator
from tagging.tagators.account_serializers import TagatorFiguresOutput
from tagging.tests.workbench.desk import Desk

SCREENS = {
    "desktop": (1280, 800),
    "tablet": (820, 1180),
    "phone on its side": (844, 390),
    "page at 200 %": (640, 400),
    "phone": (390, 844),
}
# What opens the dialogs: a key, or a button by its id.
DIALOGS = ("F1", "s", "m", "w", "#account", "#figures")


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
    page, found = desk.page, {"axe": serious(desk.page)}
    for screen, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        found[screen] = faults_in(page, language)
        if not in_view(page, "#complete"):
            found[screen].append("Complete is out of sight")
    for name in DIALOGS:
        open_dialog(desk, name)
        for screen in ("desktop", "phone"):
            width, height = SCREENS[screen]
            page.set_viewport_size({"width": width, "height": height})
            found[f"{screen}: {name}"] = faults_in(page, language)
        desk.type("Escape")
    return {name: trouble for name, trouble in found.items() if trouble}


def open_dialog(desk: Desk, name: str) -> None:
    if name.startswith("#"):
        desk.page.locator(name).dispatch_event("click")
    else:
        desk.type(name)
    expect(desk.page.locator("dialog[open]")).to_be_visible()
    if name == "#figures":
        expect(desk.page.locator("#figures-found")).to_be_visible()


def test_has_no_english_text_and_room_for_its_own(desk: Desk, tagator: Tagator, album: Album):
    album.custom_tags.create(name="Ziel")
    for photo in album.photos.all():  # so that they belong together
        photo.persons.create(person_id="p1", confidence=0.9)
    figures = TagatorFiguresOutput.example
    desk.page.route("**/accounts/figures", lambda route: route.fulfill(json=figures))
    desk.begin(tagator)

    wrong = {}
    for language, _ in settings.LANGUAGES:
        read_in(desk, tagator, language)
        wrong[language] = troubles_of(desk, language)

    assert wrong == {language: {} for language in wrong}
