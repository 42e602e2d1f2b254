"""Staff's pages of dry runs in a browser…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, faults_of, needs_chromium, sign_in
from foundation.messaging.tests.play.jobs import store_portions
from foundation.messaging.tests.play.racing import in_thread
from foundation.staff.links import address_of_list, address_of_page
from rewards.models import FormulaDryRun, RewardFormula
from rewards.tests.dry_runs.months import a_month, finished, started

DISTANCES = [f"{1 + number * 37 % 420 / 10:.1f}" for number in range(60)]
DRAFT = "distance > 21 ? distance * 9 : distance < 2 ? 10 / (distance - 1) : distance * 1.6"

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.usefixtures("small_parts")]


@pytest.fixture
def running(transactional_db: None) -> FormulaDryRun:
    User.objects.create_superuser("boss", password=PASSWORD)
    month = a_month(*DISTANCES, draft=DRAFT, participants=7)
    return store_portions(started(month.formula), 40)


@pytest.fixture
def pages(running: FormulaDryRun) -> list[str]:
    other = finished(started(a_month(*DISTANCES, draft=DRAFT, name="By distance, 2026").formula))
    of_formula = address_of_page(RewardFormula, running.formula_id).removesuffix("change/")
    return [
        of_formula + "dry-run/",
        address_of_page(FormulaDryRun, running.pk),
        address_of_page(FormulaDryRun, other.pk),
        address_of_list(FormulaDryRun),
    ]


def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(
    live_server: LiveServer, pages: list[str]
) -> None:
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})


def test_follow_the_run_where_the_reader_is(
    live_server: LiveServer, running: FormulaDryRun
) -> None:
    def goes_on() -> None:
        FormulaDryRun.objects.update(leased_until=None)
        store_portions(running, 10)

    def ends() -> None:
        FormulaDryRun.objects.update(leased_until=None)
        finished(running)

    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(FormulaDryRun, running.pk))
        page.focus("#cancel-dry-run")
        in_thread(goes_on).join()
        page.wait_for_selector("text=50 of 60")
        focus = page.evaluate("document.activeElement.id")
        in_thread(ends).join()
        page.wait_for_selector("text=60 of 60")
        expect(page.locator("#refresh-said")).to_have_text("Finished.")
        expect(page.locator("#cancel-dry-run")).to_have_count(0)
        expect(page.locator("[data-refresh]")).to_have_count(0)
        return str(focus)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], "cancel-dry-run")


def test_cancel_the_run(live_server: LiveServer, running: FormulaDryRun) -> None:
    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(FormulaDryRun, running.pk))
        page.click("#cancel-dry-run")
        page.wait_for_selector("text=Cancelled by boss.")
        return page.text_content("#dry-run") or ""

    seen = browse(visit)

    running.refresh_from_db()
    assert (seen.troubles, running.state) == ([], "Cancelled")
