"""Saving a new formula…"""

from dataclasses import replace
from uuid import uuid4

import pytest

from foundation.records.creating import IdTaken
from programs.activity_types import ActivityTypeUnknown, variables_of
from programs.models import MarketingProgramNotFound
from rewards.formulas.commands import FormulaInvalid, ValidityInvalid, create_formula
from rewards.models import FormulaRevision, RewardFormula
from rewards.tests.factories import NOW, creation, draft_formula

pytestmark = pytest.mark.django_db


def test_creates_a_formula_once_that_is_not_active_after_the_others():
    first = draft_formula()
    command = creation(program_id=first.program_id)

    created = [create_formula(command) for _ in range(2)]

    second = created[0].record
    assert [each.is_new for each in created] == [True, False]
    assert (first.position, second.position, second.is_active) == (1, 2, False)
    revision = FormulaRevision.objects.get(formula=second)
    assert (revision.number, revision.created_by, revision.created_on) == (1, "ann", NOW)
    for changed in (replace(command, name="Other"), replace(command, expression="1")):
        with pytest.raises(IdTaken):
            create_formula(changed)
    assert FormulaRevision.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"program_id": uuid4}, MarketingProgramNotFound),
        ({"activity_type": lambda: "Chess"}, ActivityTypeUnknown),
        ({"valid_from": lambda: NOW, "valid_until": lambda: NOW}, ValidityInvalid),
    ],
    ids=["program", "type", "validity"],
)
def test_refuses_to_create(changes, refusal):
    with pytest.raises(refusal):
        draft_formula(**{name: make() for name, make in changes.items()})

    assert not RewardFormula.objects.exists()


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        (
            {"expression": "1 +\ndistanse"},
            {
                "expression": "line 2, column 1: unknown variable 'distanse'; "
                "did you mean 'distance'?"
            },
        ),
        (
            {"expression": "quiz_id"},
            {
                "expression": "line 1, column 1: unknown variable 'quiz_id'; "
                f"there are {', '.join(variables_of('SportActivity'))}; "
                "a text stands in quotes: 'quiz_id'"
            },
        ),
        (
            {"settings": {"__where": "1 +"}},
            {"settings": "line 1, column 4: unexpected the end; a value is missing after +"},
        ),
        (
            {"settings": {"__were": True, "_where": "1"}},
            {"settings": "unknown setting '_where'; did you mean '__where'?"},
        ),
        ({"settings": []}, {"settings": "settings are a JSON object"}),
        ({"coefficients": {"rate": 2}}, {"coefficients": "the coefficient 'rate' is not a text"}),
        ({"coefficients": {"": "2"}}, {"coefficients": "a coefficient has a name"}),
        (
            {"coefficients": {"rate": "2" * 20_001}},
            {"coefficients": "coefficients have at most 20000 characters"},
        ),
        (
            {"expression": "(", "coefficients": {"rate": 2}},
            {
                "expression": "line 1, column 2: unexpected the end; a value is missing after (",
                "coefficients": "the coefficient 'rate' is not a text",
            },
        ),
    ],
    ids=[
        "expression",
        "variable of another type",
        "where",
        "setting",
        "settings",
        "number",
        "nameless",
        "long",
        "two",
    ],
)
def test_refuses_texts_that_cannot_be_read_and_says_where(changes, errors):
    with pytest.raises(FormulaInvalid) as refusal:
        draft_formula(**changes)

    assert refusal.value.errors == errors
    assert not RewardFormula.objects.exists()
