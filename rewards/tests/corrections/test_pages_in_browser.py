"""Staff's pages of corrections and claims in a browser…"""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from activities.models import RewardClaim
from activities.tests.calls.rewarded import claimed
from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.staff.links import address_of_list, address_of_page
from rewards.corrections.commands import start_correction
from rewards.models import RewardCorrection
from rewards.tests.corrections.corrected import (
    changed,
    credited_runs,
    finished,
    preview_order,
    previewed,
)


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    User.objects.create_superuser("boss", password=PASSWORD)
    claim = claimed()
    correction = finished(previewed(changed(credited_runs("5", "8", participants=2))))
    page = address_of_page(RewardCorrection, correction.pk)
    return [
        address_of_list(RewardCorrection),
        address_of_list(RewardCorrection) + "new/",
        page,
        address_of_list(RewardClaim),
        address_of_page(RewardClaim, claim.pk),
        address_of_page(RewardClaim, claim.pk).replace("/change/", "/take-back/"),
    ]


@pytest.mark.usefixtures("one_frame")
def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(live_server: LiveServer, pages: list[str]):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})


@pytest.fixture
def started(transactional_db: None) -> RewardCorrection:
    User.objects.create_superuser("boss", password=PASSWORD)
    return start_correction(preview_order(changed(credited_runs("5"))))


def test_offer_the_request_as_soon_as_the_preview_ends(
    live_server: LiveServer, started: RewardCorrection
):
    page_of = live_server.url + address_of_page(RewardCorrection, started.pk)

    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(page_of)
        expect(page.locator("#content")).to_contain_text("Previewing")
        is_open.set()
        expect(page.get_by_role("link", name="Request…")).to_be_visible()

    is_open = Event()
    with ThreadPoolExecutor(1) as thread:
        seen = thread.submit(browse, visit)
        assert is_open.wait(60)
        finish_jobs(RewardCorrection)

    assert seen.result().troubles == []
