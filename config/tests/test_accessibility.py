"""Every kind of page has a main landmark, a link to it, a language and enough contrast."""

from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import (
    PASSWORD,
    SCHEMES,
    WIDTHS,
    Look,
    browse,
    looks,
    needs_chromium,
    sign_in,
    violations,
)
from config.tests.languages import faults_in
from foundation.exports.models import Export
from foundation.messaging.models import OutboxMessage
from foundation.records.audit import CHANGED, Actor, record_change
from foundation.records.models import AuditEntry
from foundation.rest.groups import ACTIVITIES
from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album, Callback, Photo, Selfie
from recognition.tests.factories import CallbackFactory

pytestmark = [pytest.mark.slow, needs_chromium]

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


@pytest.fixture
def staff_pages(transactional_db: None) -> list[str]:
    """Return an address of each kind of the staff's pages; `boss` may open all."""
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    callback = CallbackFactory.create()
    photo = callback.request.photo
    photo.persons.create(person_id="anna")
    record_change(Actor("boss"), CHANGED, photo.album, {"priority": (0, 40)})
    of_photo, of_album = address_of_page(Photo, photo.pk), address_of_page(Album, photo.album_id)
    return [
        reverse("admin:index"),
        address_of_list(Photo),
        address_of_list(Photo, look="grid"),
        address_of_list(OutboxMessage),
        address_of_list(AuditEntry),
        address_of_list(Export),
        address_of_list(Selfie),
        address_of_page(Callback, callback.pk),
        of_photo,
        of_photo.replace("/change/", "/history/"),
        of_photo.replace("/change/", "/process-again/"),
        of_album.replace("/change/", "/persons/anna/"),
        of_album,
        of_album.replace("/change/", "/switch-recognition/"),
        address_of_page(User, boss.pk),
        address_of_list(Group) + "add/",
        reverse("admin:password_change"),
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


def test_for_staff(live_server: LiveServer, staff_pages: list[str]):
    def visit(page: Page) -> dict[Look, list[str]]:
        sign_in(page, live_server.url)
        shown = looks(page, live_server.url, staff_pages, widths=WIDTHS[:1])
        return {look: faults(page, look) for look in shown}

    seen = browse(visit)

    assert seen.found == {look: [] for look in seen.found}
    assert {(look.address, look.scheme) for look in seen.found} == set(
        product(staff_pages, SCHEMES)
    )


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
