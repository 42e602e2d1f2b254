"""A newcomer's first call, from the start page to a 200: in the browser, and by curl…"""

import re
import shutil
import subprocess
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, sign_in

# The viewer asks whether it may compile at run time; the policy says no, and Chromium says so.
REFUSED = "script-src"
CANCELLED = "The request has been cancelled"  # by the page that is loaded again
ACCOUNTS = "/admin-api/api/v2/accounts"


@pytest.fixture
def _boss(transactional_db: None) -> None:
    User.objects.create_superuser("boss", password=PASSWORD)


class Steps:
    """What a newcomer does, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def click(self, selector: str) -> None:
        self.count += 1
        self.page.locator(selector).first.click()


@pytest.mark.usefixtures("_boss")
def test_takes_at_most_five_steps(live_server: LiveServer):
    def visit(page: Page) -> dict[str, Any]:
        sign_in(page, live_server.url)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.set_viewport_size({"width": 1400, "height": 900})
        page.goto(f"{live_server.url}/")
        steps = Steps(page)
        steps.click('a[href="/admin-api/docs"]')
        steps.click("#make")
        expect(page.locator("#state")).to_contain_text("works until")
        steps.click("aside >> text=List accounts by name")
        steps.click("button:has-text('Test Request'):has-text('get /admin-api/api/v2/accounts)')")
        with page.expect_response(re.compile(rf"{ACCOUNTS}(\?|$)")) as answered:
            steps.click("button:has-text('Send'):visible")
        in_browser, status = steps.count, answered.value.status
        page.keyboard.press("Escape")
        page.wait_for_load_state("networkidle")  # what is left midway, the viewer calls an error
        page.reload()
        expect(page.locator("#state")).to_contain_text("works until")  # kept
        page.click("#copy")
        expect(page.locator("#state")).to_contain_text("Copied")
        token = page.evaluate("navigator.clipboard.readText()")
        page.fill("#pasted", f"Bearer {token}")
        page.press("#pasted", "Enter")
        expect(page.locator("#state")).to_contain_text("works until")
        kept = page.evaluate("sessionStorage.getItem('finishline.api-token')")
        document = page.request.get(f"{live_server.url}/admin-api/docs/v2").json()
        [curl, *_] = document["paths"][ACCOUNTS]["get"]["x-codeSamples"]
        return {
            "steps": in_browser,
            "status": status,
            "token": token,
            "kept": token in kept and "Bearer" not in kept,
            "curl": curl["source"],
        }

    seen = browse(visit)

    assert [each for each in seen.troubles if REFUSED not in each and CANCELLED not in each] == []
    token, curl = seen.found.pop("token"), seen.found.pop("curl")
    assert seen.found.pop("steps") <= 5
    assert seen.found == {"status": 200, "kept": True}
    # By curl: the page, the token, its copy, `export TOKEN=…`, the pasted example.
    # The document is made once a process, for the address of the test that asked first.
    curl = re.sub(r'"http://[^/]+', f'"{live_server.url}', curl)
    if shutil.which("curl"):
        assert status_of(f"{curl} -s -o /dev/null -w '%{{http_code}}'", token) == "200"


def status_of(command: str, token: str) -> str:
    return subprocess.run(
        ["sh", "-c", command], env={"TOKEN": token}, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.usefixtures("_boss")
def test_a_link_leads_to_an_operation_of_a_version(live_server: LiveServer):
    def visit(page: Page) -> None:
        for version in ("v1", "v2"):
            place = f"{version}/tag/albums/GET/admin-api/api/{version}/albums"
            page.goto("about:blank")  # from the same page, a link would load nothing
            page.goto(f"{live_server.url}/admin-api/docs#{place}")
            heading = page.get_by_role("heading", name="List albums").first
            expect(heading).to_be_in_viewport()
            page.keyboard.press("Control+k")
            page.keyboard.type("priority")
            found = page.get_by_role("listbox", name="Search").get_by_role("option")
            expect(found.first).to_contain_text("priority")
            page.keyboard.press("Escape")

    assert [each for each in browse(visit).troubles if REFUSED not in each] == []
