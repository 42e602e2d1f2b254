"""Staff's pages of activities in a browser…"""

import os
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from activities.commands import (
    CreateActivityCommand,
    SettleActivityCommand,
    create_activity,
    settle_activity,
)
from activities.models import Activity
from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import CUT_OFF, PASSWORD, SPILL, WIDTHS, browse, needs_chromium, sign_in
from messaging.models import OutboxMessage
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.commands import RefillBalanceCommand, refill_balance
from rewards.models import OperationSource
from staff.links import address_of_list, address_of_page

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
# Set to a folder, it gets a picture of each page.
PICTURES = os.environ.get("PICTURES_OF_PAGES", "")

pytestmark = [pytest.mark.slow, needs_chromium]


def _records() -> list[str]:
    """Make activities in each standing; return the addresses of the pages."""
    task = ParticipantExerciseTaskFactory.create(
        criteria={"minDistance": "5", "discipline": "running"}, finishes_on=timezone.now()
    )
    participant = task.participant
    for criteria in ({"minDistance": "20", "maxDistance": "42.195"}, {"discipline": "swimming"}):
        ParticipantExerciseTaskFactory.create(
            participant=participant, exercise=task.exercise, criteria=criteria
        )
    applied, skipped = (
        create_activity(
            CreateActivityCommand(
                activity_id=Activity().pk,
                participant_id=participant.pk,
                activity_data=sport_data(),
                activity_type="SportActivity",
                source="callback",
            )
        )
        for _ in range(2)
    )
    for activity in (applied, skipped):
        settle_activity(SettleActivityCommand(activity_id=activity.pk, source="handler"))
    refill_balance(
        RefillBalanceCommand(
            balance_id=participant.pk,
            operation_id=applied.pk,
            source=OperationSource.ACTIVITY,
            source_id=applied.pk,
            amount=Decimal(10),
        )
    )
    OutboxMessage.objects.filter(destination="activities.calculate_reward").update(
        attempts=8,
        dead_on=timezone.now(),
        reason="OperationalError: the connection to the server was closed unexpectedly",
    )
    ActivityFactory.create(
        participant=participant,
        reward_failure="Formula 'Runs', revision 3, line 1, column 9: division by zero",
    )
    of_skipped = address_of_page(Activity, skipped.pk).removesuffix("change/")
    return [
        reverse("admin:index"),
        address_of_list(Activity),
        address_of_page(Activity, applied.pk),
        address_of_page(Activity, skipped.pk),
        of_skipped + "search/",
        address_of_page(type(participant), participant.pk),
        address_of_page(type(participant.program), participant.program_id),
    ]


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    User.objects.create_superuser("boss", password=PASSWORD)
    caches["figures"].clear()
    return _records()


def _faults(page: Page) -> list[str]:
    """Return what axe finds in the page's own part; the theme's is not ours."""
    found: Any = Axe().run(page, context="#content", options=RULES).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def _picture(page: Page, number: int, width: int, scheme: str) -> None:
    if PICTURES:
        path = Path(PICTURES) / f"{number}-{width}-{scheme}.png"
        page.screenshot(path=path, full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(
    live_server: LiveServer, pages: list[str], scheme: Any
):
    def visit(page: Page) -> dict[tuple[str, int], tuple[int, int, list[str]]]:
        sign_in(page, live_server.url)
        looks = {}
        for number, address in enumerate(pages):
            page.goto(live_server.url + address, wait_until="networkidle")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                _picture(page, number, width, scheme)
                faults = _faults(page)
                looks[address, width] = (page.evaluate(SPILL), page.evaluate(CUT_OFF), faults)
        return looks

    seen = browse(visit, color_scheme=scheme)

    assert seen.troubles == []
    assert seen.found == dict.fromkeys(product(pages, WIDTHS), (0, 0, []))
