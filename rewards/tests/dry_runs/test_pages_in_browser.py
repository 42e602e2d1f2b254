"""Staff's pages of dry runs in a browser…"""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from config.tests.browser import PASSWORD, browse, sign_in
from foundation.messaging.tests.play.jobs import store_portions
from foundation.messaging.tests.play.racing import in_thread
from foundation.staff.display import address_of_page
from rewards.models import FormulaDryRun
from rewards.tests.dry_runs.months import a_month, finished, started

DISTANCES = [f"{1 + number * 37 % 420 / 10:.1f}" for number in range(60)]
DRAFT = "distance > 21 ? distance * 9 : distance < 2 ? 10 / (distance - 1) : distance * 1.6"

pytestmark = pytest.mark.usefixtures("small_parts")


@pytest.fixture
def running(transactional_db: None) -> FormulaDryRun:
    User.objects.create_superuser("boss", password=PASSWORD)
    month = a_month(*DISTANCES, draft=DRAFT, participants=7)
    return store_portions(started(month.formula), 40)


def test_follow_the_run_where_the_reader_is(live_server, running):
    def goes_on() -> None:
        FormulaDryRun.objects.update(claim_id=None)
        store_portions(running, 10)

    def ends() -> None:
        FormulaDryRun.objects.update(claim_id=None)
        finished(running)

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(FormulaDryRun, running.pk))
        cancel = page.get_by_text("Cancel…")
        expect(cancel).to_be_visible()
        in_thread(goes_on).join()
        page.wait_for_selector("text=50 of 60")
        in_thread(ends).join()
        page.wait_for_selector("text=60 of 60")
        expect(page.locator("#refresh-said")).to_have_text("Finished.")
        expect(cancel).to_have_count(0)
        expect(page.locator("[data-refresh]")).to_have_count(0)

    assert browse(visit).troubles == []
