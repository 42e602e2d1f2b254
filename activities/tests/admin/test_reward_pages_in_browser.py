"""Staff's pages of rewards and balances in a browser…"""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from foundation.records.audit import Actor
from foundation.staff.links import address_of_list, address_of_page
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import AdjustBalanceCommand, adjust_balance
from rewards.models import Balance, BalanceOperation
from rewards.tests.factories import NOW, active_formula

EXPRESSION = """discipline == 'running'
  ? round(distance * coeff('rate') * piecewise(coeff('bonus.table'), distance))
  : coalesce(coeff('other'), 0) / (time_in_seconds - 3600)"""
COEFFICIENTS = {
    "rate": "1.5",
    "bonus": '{"table": [[0, 1], [5, 1.25], [10, 1.5]]}',
    "other": "null",
}


def _activities() -> list[Activity]:
    """Return an activity that was credited and adjusted, and one whose formula failed."""
    participant = ParticipantFactory.create()
    program_id = participant.program_id
    active_formula(program_id, name="Marathons", settings={"__where": "distance > 42"})
    fields: dict[str, Any] = {"expression": EXPRESSION, "coefficients": COEFFICIENTS}
    active_formula(program_id, name="Runs by distance", **fields)
    made = []
    for discipline in ("running", "walking"):
        activity = ActivityFactory.create(
            participant=participant, data=sport_data(Discipline=discipline)
        )
        made.append(calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="ann")))
    run_step("refill_balance")
    adjust_balance(
        AdjustBalanceCommand(
            balance_id=participant.pk,
            operation_id=UUID(int=7),
            amount=Decimal("-4.50"),
            reason="The tracker counted the way to the start as well.",
            by=Actor("ann"),
            now=NOW,
            activity_id=made[0].pk,
        )
    )
    return made


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    User.objects.create_superuser("boss", password=PASSWORD)
    credited, failed = _activities()
    balance = address_of_page(Balance, credited.participant_id)
    explained, why = (
        address_of_page(Activity, each.pk).removesuffix("change/") + "reward/"
        for each in (credited, failed)
    )
    failures = address_of_list(Activity) + "failures/"
    return [
        explained + "?check=1",
        why,
        failures,
        f"{failures}?formula={failed.failed_formula_id}",
        address_of_list(Balance),
        balance,
        balance.removesuffix("change/") + "adjust/",
        balance.removesuffix("change/") + "statement/",
        address_of_list(BalanceOperation),
    ]


@pytest.mark.usefixtures("one_frame")
def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(live_server: LiveServer, pages: list[str]):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})


def test_adjust_a_balance_after_asking_twice(live_server: LiveServer, pages: list[str]):
    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + pages[5])
        page.get_by_role("link", name="Adjust…").click()
        page.get_by_label("Amount").fill("2.25")
        page.get_by_label("Reason").fill("A present.")
        page.get_by_role("button", name="Continue").click()
        expect(page.locator("#content")).to_contain_text("This cannot be undone")
        page.get_by_role("button", name="Adjust", exact=True).click()
        expect(page.locator("#content")).to_contain_text("A present. (boss)")

    assert browse(visit).troubles == []
    assert Balance.objects.get().amount == Decimal("21.75")
