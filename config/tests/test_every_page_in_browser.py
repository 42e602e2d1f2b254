"""Every page of staff, opened once in a browser.

No script fails, no request fails, and no reader sees markup: what was escaped twice. What axe asks,
and how pages fit a phone, is asked of one page of each kind elsewhere.
"""

import base64

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in
from config.tests.test_presets import make_records
from config.tests.walking import MARKUP, Walk

# What is in attributes that readers see or hear counts too.
READ = """() => ["title", "aria-label", "placeholder"]
    .flatMap(name => [...document.querySelectorAll(`[${name}]`)].map(one => one.getAttribute(name)))
    .concat(document.body.innerText).join("\\n")"""
PIXEL = base64.b64decode("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")


def test_opens_without_an_error(live_server: LiveServer, transactional_db: None, client: Client):
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    make_records()
    client.force_login(boss)
    pages = Walk(client).go().shown

    def visit(page: Page) -> dict[str, list[str]]:
        sign_in(page, live_server.url)
        page.route(
            "**/picture/**", lambda route: route.fulfill(body=PIXEL, content_type="image/gif")
        )
        found = {}
        for address in pages:
            page.goto(live_server.url + address)
            found[address] = MARKUP.findall(page.evaluate(READ))
        return found

    seen = browse(visit)

    assert seen.troubles == []
    assert {address: words for address, words in seen.found.items() if words} == {}
    assert len(pages) > 200


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("<script>throw new Error('planted')</script>", "page error: planted"),
        ("<script>console.error('planted')</script>", "console: planted ()"),
    ],
)
def test_an_error_of_a_script_is_found(planted: str, found: str):
    assert found in browse(lambda page: page.set_content(planted)).troubles


def test_markup_that_was_escaped_twice_is_found():
    assert MARKUP.findall('until <span class="whitespace-nowrap">9:00</span>, a &amp;amp; b')
    assert not MARKUP.findall("a < b, c > d, <unknown>, R&D; <3")
