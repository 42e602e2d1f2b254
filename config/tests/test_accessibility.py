"""Every kind of page has a main landmark, a link to it, a language and enough contrast."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, SCHEMES, browse, needs_chromium, sign_in, violations
from messaging.models import OutboxMessage
from recognition.models import Photo
from recognition.tests.factories import PhotoFactory
from rest.groups import GROUPS
from staff.links import address_of_list, address_of_page

pytestmark = [pytest.mark.slow, needs_chromium]

GRAVE = ("serious", "critical")
# Of less weight for axe, but wanted.
WANTED = {"landmark-one-main", "landmark-no-duplicate-main", "skip-link", "bypass"}
OPEN = [
    "/",
    "/nothing-here",
    "/admin/login/",
    *(f"/{group.base}/docs" for group in GROUPS),
    "/workbench/",
]


@pytest.fixture
def staff_pages(transactional_db: None) -> list[str]:
    """Return an address of each kind of the staff's pages; `boss` may open all."""
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    photo = PhotoFactory.create()
    of_photo = address_of_page(Photo, photo.pk)
    return [
        reverse("admin:index"),
        address_of_list(Photo),
        address_of_list(OutboxMessage),
        of_photo,
        of_photo.replace("/change/", "/history/"),
        of_photo.replace("/change/", "/process-again/"),
        address_of_page(User, boss.pk),
        address_of_list(Group) + "add/",
        reverse("admin:password_change"),
    ]


def faults(page: Page, address: str) -> list[str]:
    page.goto(address)
    if address.endswith("/docs"):
        page.wait_for_selector(".opblock")
    found: list[Any] = violations(page, None)
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
    return bool(is_shown and page.evaluate("document.activeElement.id === 'content'"))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_signing_in(live_server: LiveServer, scheme: Any):
    def visit(page: Page) -> dict[str, list[str]]:
        return {address: faults(page, live_server.url + address) for address in OPEN}

    seen = browse(visit, color_scheme=scheme)

    assert seen.found == {address: [] for address in OPEN}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_for_staff(live_server: LiveServer, staff_pages: list[str], scheme: Any):
    def visit(page: Page) -> dict[str, list[str]]:
        sign_in(page, live_server.url)
        return {address: faults(page, live_server.url + address) for address in staff_pages}

    seen = browse(visit, color_scheme=scheme)

    assert seen.found == {address: [] for address in staff_pages}
