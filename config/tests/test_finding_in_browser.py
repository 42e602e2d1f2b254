"""The search field of the staff's site in a browser…"""

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in

PRESS = """() => {
    const key = {key: "k", ctrlKey: true, bubbles: true, cancelable: true};
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    return document.activeElement.id;
}"""


def test_has_the_focus_before_the_next_key(live_server: LiveServer, transactional_db: None):
    User.objects.create_superuser("boss", password=PASSWORD)

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(f"{live_server.url}/admin/")
        page.wait_for_function("window.Alpine && document.querySelector('#search-input-command')")
        focused = str(page.evaluate(PRESS))
        page.keyboard.type("albums")
        field = page.locator("#search-input-command")
        expect(field).to_have_value("albums")
        expect(page.locator("#command-results a").first).to_contain_text("Albums")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(field).to_be_hidden()
        return focused

    seen = browse(visit)

    assert (seen.found, seen.troubles) == ("search-input-command", [])


def test_opens_what_is_found_by_keys_alone(live_server: LiveServer, transactional_db: None):
    """Enter opens the first finding, also if it comes before the findings."""
    User.objects.create_superuser("boss", password=PASSWORD)

    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        opened = []
        for text, keys in (("albums", ["Enter"]), ("albums", ["ArrowDown", "Enter"])):
            page.goto(f"{live_server.url}/admin/")
            page.wait_for_function("window.Alpine && window.htmx")
            page.keyboard.press("Control+k")
            page.keyboard.type(text)
            for key in keys:
                if key != "Enter":
                    page.locator("#command-results a").first.wait_for()
                page.keyboard.press(key)
            page.wait_for_url(lambda address: not address.endswith("/admin/"))
            opened.append(page.url.removeprefix(live_server.url))
        page.keyboard.press("Control+k")
        page.keyboard.type("nothing has this name")
        page.keyboard.press("Enter")
        expect(page.locator("#command-results")).to_contain_text("Nothing is found")
        page.keyboard.press("Enter")
        opened.append(page.url.removeprefix(live_server.url))
        return opened

    seen = browse(visit)

    assert (seen.found, seen.troubles) == (["/admin/recognition/album/"] * 3, [])
