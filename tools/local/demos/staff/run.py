"""The tasks of staff, one after the other, in one browser."""

import shutil
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools.local.demos.staff.cases import Cases
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.finance import FINANCE
from tools.local.demos.staff.marketing import MARKETING
from tools.local.demos.staff.support import SUPPORT
from tools.local.demos.staff.tasks import TASKS

# Where it is installed, the shell without windows: a page costs little more than half as much.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
SIZE = ViewportSize(width=1440, height=900)


def run_tasks(
    site: str, user: str, password: str, cases: Cases, pictures: Path | None = None
) -> list[tuple[str, int]]:
    """Do each task from home; return its title and how many clicks it took."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page(viewport=SIZE)
        _sign_in(page, site, user, password)
        desk, done = Desk(page, site, pictures), []
        for task in (*MARKETING, *SUPPORT, *FINANCE, *TASKS):
            desk.begin()
            task.do(desk, cases)
            done.append((task.title, desk.clicks))
        browser.close()
    return done


def _sign_in(page: Page, site: str, user: str, password: str) -> None:
    page.goto(f"{site}/admin/")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{site}/admin/")
