"""Staff's page that checks a formula, in a browser…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from programs.tests.factories import ParticipantFactory
from rewards.models import Expectation
from rewards.tests.factories import active_formula, draft_formula, golden_example

EXPRESSION = """in(discipline, 'running', 'walking') ?
  round(distance * coeff('rate') * piecewise(coeff('table'), distance)) - (is_manual ? 5 : 0) :
  100 / (pulse - 60)"""


@pytest.fixture
def addresses(transactional_db: None) -> list[str]:
    """Make a formula with findings of each kind; return the addresses of its pages."""
    User.objects.create_superuser("boss", password=PASSWORD)
    participant = ParticipantFactory.create()
    program_id = participant.program_id
    active_formula(program_id, name="Runs", settings={"__where": {"discipline": "running"}})
    formula = draft_formula(
        program_id=program_id,
        name="By distance, discipline and pulse",
        expression=EXPRESSION,
        settings={"__where": "distance > 1 and discipline != 'chess'"},
        coefficients={"rate": "1.5", "table": "[[0, 1], [5, 1.5], [10, 2], [42.195, 1.2]]"},
    )
    active_formula(
        program_id,
        name="Long runs",
        settings={"__where": "discipline == 'running' and distance > 42"},
    )
    active_formula(program_id, name="Odd", settings={"__where": "distance * 0 > 5"})
    run = {"distance": "10.5", "discipline": "'running'", "is_manual": "false"}
    golden_example(formula, name="An ordinary run", inputs=run, reward=32)
    golden_example(formula, name="A marathon, entered by hand", inputs=run, reward=76)
    golden_example(formula, name="Too short", inputs={}, expectation=Expectation.DOES_NOT_SUIT)
    for discipline in ("chess", "chess", "walking"):
        ActivityFactory.create(participant=participant, data=sport_data(Discipline=discipline))
    example = golden_example(formula, name="Null", expectation=Expectation.DOES_NOT_SUIT)
    check = reverse("admin:rewards_rewardformula_check_formula", args=[formula.pk])
    return [
        f"{check}?cap=500",
        reverse("admin:rewards_formula_example", args=[formula.pk, example.pk]),
    ]


@pytest.mark.usefixtures("one_frame")
def test_fits_a_desk_and_a_phone_and_can_be_used_by_all(
    live_server: LiveServer, addresses: list[str]
):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, addresses)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})
