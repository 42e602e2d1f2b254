"""A formula from a template, and the page Try…"""

from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from activities.models import Activity
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.formulas.calculation import calculate_reward
from rewards.formulas.editor import TRY_NEW, address_of_try
from rewards.models import FormulaRevision, RewardFormula
from rewards.tests.factories import NOW, active_formula, change, draft_formula

pytestmark = pytest.mark.django_db


NEW = reverse(TRY_NEW)
UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def activity() -> Activity:
    """Return a run of 10.5, which is accepted."""
    participant = ParticipantFactory.create()
    return ActivityFactory.create(participant=participant, data=sport_data())


@pytest.fixture
def formula(activity: Activity) -> RewardFormula:
    return draft_formula(program_id=activity.marketing_program_id)


@pytest.fixture
def reader(client: Client) -> Client:
    return signed_in(client, "rewards.read")


def post(client: Client, formula: RewardFormula, **asked: Any) -> Any:
    return client.post(address_of_try(formula), asked)


def errors_of(page: Any) -> dict[str, Any]:
    errors: dict[str, Any] = page.context["form"].errors
    return errors


def test_takes_an_earlier_revision(reader: Client, formula: RewardFormula):
    change(formula, expression="3")
    address = address_of_try(formula)

    rewards = [
        reader.get(address, {"revision": asked}).context["outcome"].reward for asked in ("", "1")
    ]

    assert rewards == ["3", "16"]
    for unknown in ("3", "0", "-1", "x", "9" * 30):
        assert reader.get(address, {"revision": unknown}).status_code == 404


def test_takes_no_texts_from_the_address(reader: Client, formula: RewardFormula):
    asked = {"expression": "777", "opened_version": "9", "cap": "5"}

    form = reader.get(address_of_try(formula), asked).context["form"]

    assert form["expression"].value() == formula.revision.expression
    assert (form["opened_version"].value(), form["cap"].value()) == (str(formula.version), "5")


def test_offers_the_last_activities(reader: Client, formula: RewardFormula, activity: Activity):
    page = reader.get(address_of_try(formula)).content.decode()

    assert f'<option value="{activity.pk}" selected>' in page


def test_tries_unsaved_texts_and_typed_values(reader: Client, formula: RewardFormula):
    page = post(reader, formula, expression="distance * 2", settings="{}", value_distance="21.1")

    outcome = page.context["outcome"]
    assert (outcome.result, outcome.reward) == ("42.2", "42")
    assert outcome.about[1] == "Changed by hand: distance."
    assert FormulaRevision.objects.count() == 1


def test_takes_the_values_of_an_activity_by_its_id(reader, formula, activity):
    other = ActivityFactory.create(
        participant=activity.participant,
        data=sport_data(Distance="4", RefereeingSystemCheckState="Rejected"),
    )

    page = post(reader, formula, fill="yes", activity=str(other.pk), value_distance="99")

    outcome = page.context["outcome"]
    assert (outcome.reward, page.context["form"]["value_distance"].value()) == ("6", "4")
    assert outcome.about[1] == ("No formula calculates its reward: the referees rejected it.")


@pytest.mark.parametrize("asked", ["7", UNKNOWN])
def test_says_that_there_is_no_such_activity(reader: Client, formula: RewardFormula, asked: str):
    page = post(reader, formula, fill="yes", activity=asked)

    assert page.status_code == 200
    assert "activity" in errors_of(page)


@pytest.mark.parametrize(
    ("asked", "field", "error"),
    [
        ({"expression": "distanse"}, "expression", "Line 1, column 1: unknown variable"),
        ({"settings": "{"}, "settings", "Line 1, column 2: no JSON"),
        ({"coefficients": '{"a": 1}'}, "coefficients", "The coefficient 'a' is not a text"),
        ({"value_distance": "ten"}, "value_distance", "Must be a number, a text in 'quotes'"),
        ({"start": "9", "end": "3"}, "end", ""),
        ({"start": "NaN"}, "start", ""),
        ({"plotted": "discipline"}, "plotted", ""),
    ],
)
def test_says_what_cannot_be_read_and_tries_or_plots_nothing(reader, formula, asked, field, error):
    page = post(reader, formula, **asked)

    outcome = page.context["outcome"]
    assert page.status_code == 200
    assert error in errors_of(page)[field][0]
    assert error or list(errors_of(page)) == [field]
    assert outcome is None if error else (outcome.reward, outcome.plot) == ("16", None)


def test_says_where_the_formula_fails_and_which_decides(reader, formula, activity):
    active_formula(activity.marketing_program_id, name="Live", expression="8")

    text = post(reader, formula, expression="distance / (distance - distance)").content.decode()

    assert "It fails in the expression, line 1, column 10: division by zero." in text
    assert "Live</a>, revision 1: decides: 8." in text
    assert "There is no result to draw." in text


def test_saves_nothing_over_another_change(client: Client, formula: RewardFormula):
    editor = signed_in(client, "rewards.edit")
    change(formula, expression="3")

    answer = post(editor, formula, save="yes", expression="5", opened_version="1")

    formula.refresh_from_db()
    assert (answer.status_code, formula.revision.expression) == (200, "3")
    assert answer.context["form"]["expression"].value() == "5"
    (message,) = answer.context["messages"]
    assert message.message == "The reward formula is at version 2, not 1."


def test_tries_a_formula_that_is_not_saved_yet(reader: Client, activity: Activity):
    asked = {"activity_type": "SportActivity", "expression": "distance"}

    of_program = reader.post(NEW, {**asked, "program": str(activity.marketing_program_id)})
    alone = reader.post(NEW, {**asked, "program": ""})

    assert of_program.context["outcome"].reward == "11"
    assert alone.context["outcome"].about == ["Values typed by hand."]
    assert reader.get(NEW).status_code == 200
    assert reader.get(NEW, {"activity_type": "Chess"}).status_code == 400


PAGE = reverse("admin:rewards_rewardformula_from_template")
ADD = reverse("admin:rewards_rewardformula_add")
QUIZ = "QuizActivity"


def filled(client: Client, program: MarketingProgram, **given: Any) -> Any:
    about = {"program": program.pk, "activity_type": "SportActivity"}
    return client.post(PAGE, {**about, **given}, secure=True)


# Computed by hand: the reward of an activity, by the distance or the correct answers.
BY_HAND: list[tuple[dict[str, Any], dict[str, int | None]]] = [
    ({"template": "fixed", "points": "7"}, {"0.5": 7, "42": 7}),
    (
        {"template": "fixed", "points": "7", "variable": "distance", "least": "5"},
        {"4.9": None, "5": 7, "42": 7},
    ),
    (
        {"template": "each", "points": "2", "variable": "distance"},
        {"0.2": 0, "1": 2, "10.5": 21, "42.195": 84},
    ),
    (
        {"template": "each", "points": "1.5", "variable": "distance", "most": "30", "least": "3"},
        {"2.99": None, "3": 5, "10": 15, "20": 30, "100": 30},
    ),
    (
        {"template": "tiers", "variable": "distance", "tiers": "3 5\n10, 12\n21.0975 30"},
        {"2.9": None, "3": 5, "9.99": 5, "10": 12, "21.0974": 12, "42": 30},
    ),
    (
        {"template": "mark", "points": "10", "variable": "correct_answers", "least": "8",
         "activity_type": QUIZ},
        {"7": None, "8": 10, "10": 10},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "rewards"), BY_HAND)
def test_from_a_template_gives_what_was_computed_by_hand(client, given, rewards):
    program, kind = MarketingProgramFactory.create(), given.get("activity_type", "SportActivity")
    signed_in(client, "rewards.edit", "rewards.read")

    answer = filled(client, program, **given)
    texts = dict(parse_qsl(urlsplit(answer["Location"]).query))
    shown = client.get(answer["Location"], secure=True).context["adminform"].form
    saved = client.post(ADD, {**texts, "program": str(program.pk)}, secure=True)

    assert saved.status_code == 302, saved.context["errors"]
    assert [shown[name].value() for name in ("expression", "coefficients")] == [
        texts["expression"], texts["coefficients"]
    ]  # fmt: skip
    written = RewardFormula.objects.get().revision
    active_formula(
        program.pk,
        activity_type=kind,
        expression=written.expression,
        settings=written.settings,
        coefficients=written.coefficients,
    )
    name = "correct_answers" if kind == QUIZ else "distance"
    for value, reward in rewards.items():
        outcome = calculate_reward(program.pk, kind, {name: Decimal(value)}, NOW)
        assert outcome.reward == reward, (value, outcome)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"template": "each", "points": "2"}, "variable"),
        ({"template": "each", "variable": "distance"}, "points"),
        ({"template": "each", "variable": "correct_answers", "points": "2"}, "variable"),
        ({"template": "tiers", "variable": "distance", "tiers": "3 5\n3 6"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "far"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "NaN 5\n1 6"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "sNaN 5"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 Infinity"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 1e999999999"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 2\n" * 500}, "tiers"),
        ({"template": "fixed", "points": "1e999999999"}, "points"),
        (
            {"template": "fixed", "points": "1", "variable": "distance", "least": "1e-99999"},
            "least",
        ),
        ({"template": "mark", "points": "1", "variable": "distance"}, "least"),
        ({"template": "fixed", "points": "1", "most": "3"}, "most"),
        ({"template": "fixed", "points": "0"}, "points"),
        ({"template": "each", "variable": "distance", "points": "1", "most": "0"}, "most"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 0\n5 0"}, "tiers"),
    ],
)
def test_from_a_template_names_the_wrong_field(client: Client, given: dict[str, Any], field: str):
    signed_in(client, "rewards.edit", "rewards.read")

    answer = filled(client, MarketingProgramFactory.create(), **given)

    assert list(answer.context["form"].errors) == [field]
