"""The page on which the activation of a formula is approved, in a browser…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from foundation.records.audit import Actor
from rewards.activation.requests import RequestActivationCommand, request_activation
from rewards.tests.admin.test_activation_page import address_of
from rewards.tests.admin.test_formulas_admin import page_of
from rewards.tests.commands.formula_commands import change
from rewards.tests.dry_runs.months import a_month, finished, started
from rewards.tests.factories import NOW, golden_example

EXPRESSION = """distance > 5
  ? round(distance * coeff('rate') * piecewise(coeff('table'), distance))
  : distance"""


@pytest.fixture
def addresses(transactional_db: None) -> list[str]:
    """Request the activation of a formula with long texts; return the addresses of its pages."""
    User.objects.create_superuser("boss", password=PASSWORD)
    formula = a_month("3", "10.5", draft="distance").formula
    run = {"distance": "2", "discipline": "'running'"}
    golden_example(formula, name="Two kilometres", inputs=run, reward=2)
    change(
        formula,
        expression=EXPRESSION,
        coefficients={"rate": "1.5", "table": "[[0, 1], [5, 1.5], [10, 2], [42.195, 1.2]]"},
        settings={"__where": "discipline != 'chess'"},
    )
    finished(started(formula))
    asked = RequestActivationCommand(formula_id=formula.pk, by=Actor("ann"), now=NOW)
    request_activation(asked)
    return [address_of(formula), f"{address_of(formula)}?revision=1&against=0", page_of(formula)]


@pytest.mark.usefixtures("one_frame")
def test_fits_a_desk_and_a_phone_and_can_be_used_by_all(
    live_server: LiveServer, addresses: list[str]
):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, addresses)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})
