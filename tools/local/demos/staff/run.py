"""The tasks of staff, one after the other, in one browser."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tools.local.demos.staff.cases import Cases
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.finance import FINANCE
from tools.local.demos.staff.marketing import MARKETING
from tools.local.demos.staff.programs import FIRST_POINT, PROGRAMS
from tools.local.demos.staff.support import SUPPORT
from tools.local.demos.staff.tasks import TASKS, C, StaffTask

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
        desk = Desk(page, site, pictures)
        done = do_tasks(desk, (*MARKETING, *SUPPORT, *FINANCE, *TASKS), cases)
        if pictures is not None:  # a test of its own counts their clicks
            done += do_tasks(desk, (FIRST_POINT, *PROGRAMS), cases.campaign)
        browser.close()
    return done


def do_tasks(desk: Desk, tasks: Sequence[StaffTask[C]], cases: C) -> list[tuple[str, int]]:
    """Do each task from home; return its title and how many clicks it took."""
    done = []
    for task in tasks:
        desk.begin()
        task.do(desk, cases)
        done.append((task.title, desk.clicks))
    return done


def _sign_in(page: Page, site: str, user: str, password: str) -> None:
    page.goto(f"{site}/admin/")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{site}/admin/")
