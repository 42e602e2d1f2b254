"""A program's page, in a browser…"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from activities.models import Activity
from activities.tests.factories import ActivityFactory
from config.tests.browser import PASSWORD, browse, faults_of, needs_chromium, sign_in
from foundation.staff.tests.staff_pages import change_page
from programs.tests.factories import ExerciseFactory, ParticipantFactory
from rewards.tests.factories import active_formula, draft_formula, requested_activation
from rewards.tests.limits import budget

pytestmark = [pytest.mark.slow, needs_chromium]

NAMES = (
    "By distance", "Long runs with a name that is longer than any column", "Weekend", "Bike",
    "Hills", "Night", "Club", "Summer", "Winter",
)  # fmt: skip


@pytest.fixture
def address(transactional_db: None) -> str:
    """Make a program of two weeks with nine formulas; return the address of its page."""
    User.objects.create_superuser("boss", password=PASSWORD)
    now = timezone.now()
    participant = ParticipantFactory.create(program__name="Autumn")
    program = participant.program
    given: list[Activity] = []
    for number, name in enumerate(NAMES):
        validity = {
            "valid_from": now - timedelta(days=10 * number) if number % 2 else None,
            "valid_until": now + timedelta(days=7 * number) if number % 3 else None,
        }
        make: Any = draft_formula if name == "Winter" else active_formula
        formula = make(program_id=program.pk, name=name, **validity)
        given += [
            Activity(
                participant=participant,
                marketing_program=program,
                type="SportActivity",
                data={},
                reward=1000 * number + 70 * day + 5,
                reward_formula=formula,
                created_on=now - timedelta(days=day),
            )
            for day in range(0, 14, 1 + number % 3)
        ]
    Activity.objects.bulk_create(given)
    budget(program.pk, most=900_000)
    budget(program.pk, most=100, period="Day", unit="Activities", activity_type="SportActivity")
    ExerciseFactory.create(program=program, name="Run far")
    for reason in ("Formula 'By distance', revision 3, line 1, column 12: division by zero",) * 3:
        ActivityFactory.create(participant=participant, reward_failure=reason)
    requested_activation()
    return change_page(program)


def test_fits_a_desk_and_a_phone_and_can_be_used_by_all(live_server: LiveServer, address: str):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, [address])

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})
