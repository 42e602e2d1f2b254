"""The page Try…"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from activities.models import Activity
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in
from programs.tests.factories import ParticipantFactory
from rewards.formulas.editor import TRY_NEW, address_of_try
from rewards.models import FormulaRevision, RewardFormula
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import active_formula, draft_formula

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
