"""An amount becomes a reward in one way: it…"""

from decimal import Decimal
from uuid import uuid4

import pytest

from programs.readers import plain
from rewards.formulas.candidates import Candidate, Result, outcome_of, prepare, rounded
from rewards.past_activities import PastActivity
from rewards.tests.factories import NOW
from rewards.trials.comparison import outcome_for


@pytest.mark.parametrize(
    ("amount", "reward"),
    [
        ("0.5", "1"),
        ("1.5", "2"),
        ("2.5", "3"),
        ("0.49999999999999999999999999999999999999999999999999999999999", "0"),
        ("-0.5", "-1"),
        ("-0.4", "0"),
        ("-0", "0"),
        ("1E+3", "1000"),
    ],
)
def test_is_rounded_halves_away_from_zero(amount: str, reward: str):
    assert f"{rounded(Decimal(amount)):f}" == reward


@pytest.mark.parametrize(
    ("amount", "reward"),
    [
        ("0.5", "1"),
        ("-0.4", "0"),
        ("-0.5", None),
        ("999999999999999.4", "999999999999999"),
        ("999999999999999.5", None),
        ("999999999999999.499999999999", "999999999999999"),
        ("1000000000000000", None),
    ],
)
def test_is_the_same_in_the_playground_examination_and_dry_run(amount: str, reward: str | None):
    is_negative = amount.startswith("-")
    expression = f"{'-' * is_negative}({amount.removeprefix('-')} + 0 * distance)"
    revision = prepare(1, expression, {}, {})
    variables = {"distance": Decimal(1)}
    candidate = Candidate(formula_id=uuid4(), name="", revision=revision)
    past = PastActivity(
        activity_id=uuid4(), participant_id=uuid4(), created_on=NOW, variables=variables
    )

    compared = outcome_for([candidate], past)
    outcomes = [outcome_of(Decimal(amount)), revision.outcome(variables), compared]

    assert {None if each.reward is None else plain(each.reward) for each in outcomes} == {reward}
    assert {each.result is Result.REWARD for each in outcomes} == {reward is not None}
