"""Calculating a reward by the formulas of a program and type…"""

import json
from decimal import Decimal
from typing import Any

import pytest

from programs.tests.factories import MarketingProgramFactory
from rewards.formula.values import beginning, written
from rewards.formulas.calculation import calculate_reward, replay
from rewards.formulas.candidates import SHOWN
from rewards.formulas.outcomes import Outcome, Result
from rewards.models import RewardFormula
from rewards.tests.factories import NOW, active_formula, change, draft_formula

pytestmark = pytest.mark.django_db

RUN: dict[str, Any] = {
    "distance": Decimal("10.5"),
    "discipline": "running",
    "is_manual": False,
    "pulse": None,
}


def reward_of(formula: RewardFormula, **changes: Any) -> Outcome:
    return calculate_reward(formula.program_id, "SportActivity", {**RUN, **changes}, NOW)


def no_reward(reason: str) -> Outcome:
    return Outcome(result=Result.NO_REWARD, reason=reason)


def amount_of(formula: RewardFormula, **changes: Any) -> Decimal:
    amount = reward_of(formula, **changes).amount
    assert amount is not None
    return amount


def test_gives_the_exact_amount_by_what_is_active_and_can_be_replayed():
    formula = active_formula()
    reward = reward_of(formula)
    change(formula, expression="1")

    again = replay(json.loads(json.dumps(reward.details)))

    assert reward.amount == amount_of(formula) == Decimal("15.75")
    assert (again, again.details) == (reward, reward.details)


def test_freezes_everything_that_the_reward_came_from():
    formula = active_formula(settings={"__where": "distance > 1"})

    reward = reward_of(formula)

    assert json.loads(json.dumps(reward.details)) == {
        "formulaId": str(formula.pk),
        "formulaName": "By distance",
        "revision": 1,
        "settings": {"__where": "distance > 1"},
        "expression": "distance * coeff('rate')",
        "coefficients": {"rate": "1.5"},
        "inputs": {
            "distance": "10.5",
            "discipline": "'running'",
            "is_manual": "false",
            "pulse": "null",
        },
        "result": "15.75",
        "trace": [
            {"source": "distance", "line": 1, "column": 1, "level": 1, "value": "10.5"},
            {"source": "coeff('rate')", "line": 1, "column": 12, "level": 1, "value": "1.5"},
            {
                "source": "distance * coeff('rate')",
                "line": 1,
                "column": 1,
                "level": 0,
                "value": "15.75",
            },
        ],
        "passedOver": [],
    }


def test_takes_the_first_formula_that_suits():
    program = MarketingProgramFactory.create()
    where = {"discipline": ["cycling", "walking"]}
    active_formula(program.pk, name="Others", settings={"__where": where}, expression="1")
    runs = active_formula(program.pk, expression="2")
    active_formula(program.pk, expression="3")

    reward = reward_of(runs)

    assert (str(reward.amount), reward.details["formulaId"]) == ("2", str(runs.pk))
    assert [(each["formulaName"], each["reason"]) for each in reward.details["passedOver"]] == [
        ("Others", "its condition is not met")
    ]


def test_is_none_and_says_why():
    program = MarketingProgramFactory.create()
    active_formula(program.pk, settings={"__where": "distance > 100"})
    last = active_formula(program.pk, valid_until=NOW)
    of_quiz = active_formula(activity_type="QuizActivity", expression="1", coefficients={})
    null = active_formula(expression="pulse * 2")

    none = "The program has no active formula for this type."
    assert [reward_of(each) for each in (draft_formula(), of_quiz)] == [no_reward(none)] * 2
    assert reward_of(last) == no_reward(
        "None of 2 active formulas is for it: 1 by its condition, 1 by its dates."
    )
    assert reward_of(null) == no_reward("Formula 'By distance', revision 1, gives none.")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"expression": "1 +\n2 / (distance - 10.5)"}, "line 2, column 3: division by zero"),
        (
            {"expression": "distance > 0 ? discipline : 1"},
            "line 1, column 1: the result is a text, not a number",
        ),
        (
            {"expression": "distance * 100000000000000"},
            "line 1, column 1: the result is 10^15 or more",
        ),
        ({"expression": "0.4 - distance"}, "line 1, column 1: the result is negative"),
        (
            {"settings": {"__where": "1 / (distance - 10.5) > 1"}},
            "in its condition, line 1, column 3: division by zero",
        ),
    ],
    ids=["division", "text", "large", "negative", "where"],
)
def test_fails_with_formula_revision_and_position(changes, text):
    formula = active_formula(**changes)

    outcome = reward_of(formula)

    assert (outcome.result, str(outcome.failure)) == (Result.FAILED, text)
    assert outcome.reason == f"Formula 'By distance', revision 1, {text}"
    assert outcome.details["failure"]["detail"] == text.partition(": ")[2]
    assert outcome.details["inputs"]["distance"] == "10.5"


def test_writes_only_the_beginning_of_a_table_into_the_trace():
    """A whole one would take a millisecond, in each of hundreds of parts."""

    class Guarded(list[Any]):
        def __iter__(self) -> Any:
            yield from self[:SHOWN]
            raise AssertionError("read to its end")

    table = Guarded([Decimal(0), "it's", {"a": None}, [True, Decimal("1.50")]] * SHOWN)

    assert beginning(table, SHOWN) == written(list(table[:SHOWN]))[: len(beginning(table, SHOWN))]
    assert SHOWN <= len(beginning(table, SHOWN)) < 2 * SHOWN
    assert beginning({"a": [Decimal(1)]}, SHOWN) == written({"a": [Decimal(1)]}) == '{"a": [1]}'
