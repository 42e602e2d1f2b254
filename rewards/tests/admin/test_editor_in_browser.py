"""The editor of formulas and the page Try in a browser…"""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import PASSWORD, browse, sign_in
from foundation.staff.display import address_of_page
from programs.activity_types import variables_of
from programs.tests.factories import ParticipantFactory
from rewards.formulas.editor import address_of_try
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, draft_formula

TEXT = """discipline == 'running' and distance > 5
  ? round(distance * coeff('rate') * piecewise(coeff('bonus.table'), distance))
  : coalesce(coeff('other'), 0)"""
FUNCTIONS = ["round", "coeff", "piecewise", "coeff", "coalesce", "coeff"]
CODE = ".fl-code"
IS_DRAWN = "Boolean(Chart.getChart(document.querySelector('#outcome canvas')))"
STRICT = "default-src 'self'; img-src 'self' data:; worker-src 'none'"
COLLECT = """window.forbidden = [];
document.addEventListener("securitypolicyviolation", event =>
    forbidden.push(`${event.violatedDirective} ${event.sourceFile}`));"""
OUR_OWN = ("/static/rewards/", "/static/django_ace/")


@pytest.fixture
def formula(transactional_db: None) -> RewardFormula:
    """Return a formula with a trace of several levels, behind another, and an activity."""
    User.objects.create_superuser("boss", password=PASSWORD)
    caches["figures"].clear()
    participant = ParticipantFactory.create()
    ActivityFactory.create(participant=participant, data=sport_data(Distance="12"))
    program_id = participant.program_id
    active_formula(program_id, name="Swims", settings={"__where": "discipline == 'swimming'"})
    active_formula(program_id, name="All")
    bonus = '{"table": [[0, 1], [10, 2]]}'
    return draft_formula(
        program_id=program_id,
        name="Runs",
        expression=TEXT,
        settings={"__where": {"distance": {"gte": 2}}},
        coefficients={"rate": "1.5", "bonus": bonus, "other": "null"},
    )


def _type(page: Page, text: str) -> None:
    """Type a text in place of the expression."""
    page.locator(f".fl-editor:has([name=expression]) {CODE}").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.type(text)


def _strictly(page: Page) -> None:
    """Let the browser report what a strict policy would forbid; the theme needs some of it."""

    def answer(route: Route) -> None:
        found = route.fetch()
        headers = {**found.headers, "content-security-policy-report-only": STRICT}
        route.fulfill(response=found, headers=headers)

    page.add_init_script(COLLECT)
    page.route("**/rewardformula/**", answer)


def test_colour_complete_and_show_faults_as_one_types(live_server, formula):
    def visit(page: Page) -> dict[str, Any]:
        sign_in(page, live_server.url)
        _strictly(page)
        page.goto(live_server.url + address_of_page(RewardFormula, formula.pk))
        expect(page.locator(f"{CODE} .ace_function")).to_have_text(FUNCTIONS)
        seen: dict[str, Any] = {}
        _type(page, "dist")
        popup = page.locator(".ace_autocomplete .ace_line").first
        expect(popup).to_contain_text("distance")
        page.keyboard.press("Enter")
        page.keyboard.type(" * coef")
        expect(popup).to_contain_text("coeff")
        page.keyboard.press("Enter")
        page.keyboard.type("'")
        expect(page.locator(".ace_autocomplete")).to_contain_text("bonus.table")
        page.keyboard.press("Escape")
        page.keyboard.press("End")
        page.keyboard.type(" * disstance")
        page.keyboard.press("Escape")
        fault = page.locator(".fl-faults li")
        expect(fault).to_contain_text("Line 1, column 24: unknown variable 'disstance'")
        expect(page.locator(f"{CODE} .fl-fault")).to_have_count(1)
        seen["value"] = page.input_value("[name=expression]")
        said = page.evaluate("forbidden")
        seen["theme's"] = any("/static/unfold/" in each for each in said)
        seen["ours"] = [each for each in said if any(own in each for own in OUR_OWN)]
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Try these texts")).to_be_focused()
        return seen

    seen = browse(visit, viewport={"width": 1280, "height": 800})  # a page of its own: it collects

    assert seen.troubles == []
    assert seen.found == {"value": "distance * coeff('') * disstance", "theme's": True, "ours": []}


def test_insert_what_the_page_lists_in_sight_and_save_a_revision(live_server, formula):
    def visit(page: Page) -> str:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(RewardFormula, formula.pk))
        lists = page.locator(".fl-words ul:visible")
        expect(lists.nth(1)).to_contain_text("and or not", use_inner_text=True)
        hidden = "each => each.scrollHeight - each.clientHeight"
        assert [lists.nth(place).evaluate(hidden) for place in (0, 1)] == [0, 0]
        _type(page, "2 * ")
        page.get_by_text("Functions", exact=True).click()
        page.get_by_role("button", name="clamp(x, min, max)").press("Enter")
        page.get_by_role("button", name="distance", exact=True).click()
        page.keyboard.type(", 0, 10")
        page.get_by_role("button", name="Save and continue editing").click()
        expect(page.get_by_text("was changed successfully")).to_be_visible()
        return page.input_value("[name=expression]")

    seen = browse(visit)

    formula.refresh_from_db()
    assert (seen.troubles, seen.found) == ([], "2 * clamp(distance, 0, 10)")
    assert (formula.revision.number, formula.revision.expression) == (2, seen.found)


def test_have_fields_for_conditions_and_coefficients_by_keyboard(live_server, formula):
    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(RewardFormula, formula.pk))
        page.get_by_label("Value 1", exact=True).first.fill("3,5")
        fault = page.locator(".fl-faults li")
        expect(fault).to_have_text(re.compile("'distance' is a number, and never meets a text"))
        page.get_by_label("Value 1", exact=True).first.fill("3.5")
        page.get_by_role("button", name="Add a condition").press("Enter")
        expect(page.get_by_label("Property 2")).to_be_focused()
        page.keyboard.type("disc")
        page.keyboard.press("Tab")
        expect(page.get_by_label("Comparison 2")).to_be_focused()
        page.get_by_label("Comparison 2").select_option("is one of")
        page.keyboard.press("Tab")
        page.keyboard.type("running, walking")
        page.get_by_role("button", name="Add a coefficient").press("Enter")
        expect(page.get_by_label("Name 4")).to_be_focused()
        page.get_by_role("button", name="Remove coefficient 4").press("Enter")
        expect(page.get_by_role("button", name="Add a coefficient")).to_be_focused()
        page.get_by_label("Value 1", exact=True).last.fill("2.5")
        expect(fault).to_have_count(0)
        page.get_by_role("button", name="Save and continue editing").click()
        expect(page.get_by_text("was changed successfully")).to_be_visible()
        page.get_by_role("button", name="Edit as text").first.click()
        settings = page.locator(f".fl-editor:has([name=settings]) {CODE}")
        expect(settings).to_contain_text('"__where"')

    assert browse(visit).troubles == []
    formula.refresh_from_db()
    where = {"distance": {"gte": 3.5}, "discipline": ["running", "walking"]}
    assert formula.revision.settings == {"__where": where}
    assert formula.revision.coefficients["rate"] == "2.5"


def test_keep_what_fields_cannot_say_as_a_text_and_say_so(live_server, transactional_db):
    User.objects.create_superuser("boss", password=PASSWORD)
    settings = {"__where": "distance > 5 or distance < 2"}
    lines = {"lines": "1\n2"}
    formula = draft_formula(expression="1", settings=settings, coefficients=lines)

    def visit(page: Page) -> list[bool]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_page(RewardFormula, formula.pk))
        expect(page.get_by_text("Fields cannot say this")).to_have_count(2)
        editors = page.locator(f".fl-editor:has([name=settings], [name=coefficients]) {CODE}")
        shown = [editors.nth(place).is_visible() for place in (0, 1)]
        page.get_by_role("button", name="Save and continue editing").click()
        expect(page.locator(".fl-faults li")).to_have_count(0)
        return shown

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], [True, True])
    formula.refresh_from_db()
    assert (formula.revision.number, formula.revision.settings) == (1, settings)


def test_list_the_variables_of_the_type_that_is_chosen(live_server, formula):
    def visit(page: Page) -> list[str]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + reverse("admin:rewards_rewardformula_add"))
        _type(page, "correct_answers")
        fault = page.locator(".fl-faults li")
        expect(fault).to_contain_text("Choose the activity type first")
        page.select_option("[name=activity_type]", "SportActivity")
        expect(fault).to_contain_text("unknown variable")
        page.select_option("[name=activity_type]", "QuizActivity")
        expect(fault).to_have_count(0)
        return page.locator(".fl-words ul:visible [data-kind=variable]").all_text_contents()

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], list(variables_of("QuizActivity")))


def test_mark_where_a_try_fails(live_server: LiveServer, formula: RewardFormula):
    def visit(page: Page) -> None:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_try(formula))
        _type(page, "7 / (distance - 12)")
        page.get_by_role("button", name="Try", exact=True).click()
        fault = page.locator(".fl-faults li")
        expect(fault).to_contain_text("Line 1, column 3: division by zero")
        expect(page.locator(f"{CODE} .fl-fault")).to_have_count(1)
        _type(page, "7")
        expect(fault).to_have_count(0)

    assert browse(visit).troubles == []


def test_try_on_an_activity_with_a_trace_and_a_plot(live_server, formula):
    def visit(page: Page) -> dict[str, Any]:
        sign_in(page, live_server.url)
        page.goto(live_server.url + address_of_try(formula))
        page.fill("[name=value_distance]", "4")
        page.get_by_role("button", name="Remove condition 1").click()
        page.get_by_role("button", name="Try", exact=True).click()
        page.wait_for_url("**/try/#outcome")
        outcome = page.locator("#outcome")
        outcome.locator("figure li").first.wait_for()
        page.wait_for_function(IS_DRAWN)
        return {
            "reward": outcome.locator(".text-2xl").text_content(),
            "tree": outcome.locator(".fl-trace summary").first.text_content(),
            "decides": outcome.locator("li.font-semibold").text_content(),
            "jump": outcome.locator("figure li").first.text_content(),
        }

    seen = browse(visit)

    assert seen.troubles == []
    assert seen.found["reward"] == "0"
    assert "coalesce(coeff('other'), 0) = 0" in " ".join(seen.found["tree"].split())
    assert "All" in seen.found["decides"]
    assert seen.found["jump"] == "Jumps from 15 to 30 at distance 10."
