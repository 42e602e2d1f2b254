"""Texts as staff type them…"""

from decimal import Decimal
from uuid import uuid4

import pytest

from programs.readers import plain
from rewards.formulas.candidates import Candidate, prepare
from rewards.formulas.checking import read_input
from rewards.formulas.editor import EXAMPLES, MOST_TYPED, TypedTexts, faults_of_typed
from rewards.formulas.outcomes import Result, outcome_of, rounded
from rewards.past_activities import PastActivity
from rewards.tests.factories import NOW
from rewards.trials.outcomes import outcome_for


def faults(**typed: str) -> list[str]:
    texts = TypedTexts(**{"expression": "1", **typed})
    return [f"{fault.field} {fault}" for fault in faults_of_typed("SportActivity", texts)]


QUOTES = f"names and texts need quotes, as in {EXAMPLES['settings']}"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('{\n "a": }', f"settings line 2, column 7: no JSON: Expecting value; {QUOTES}"),
        ("[" * 2000, "settings The JSON is nested too deeply."),
        ('{"a": "\\u0000"}', "settings A string has a character that is not text."),
        ('{"a": Infinity}', "settings Infinity is not JSON."),
        ('{"a": 1, "a": 2}', "settings The key 'a' stands twice in an object."),
        ('"' + "a" * MOST_TYPED + '"', f"settings The JSON has more than {MOST_TYPED} characters."),
        ("[]", "settings settings are a JSON object"),
    ],
)
def test_that_are_no_json_say_where(settings: str, said: str):
    assert faults(settings=settings) == [said]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ('{"__where": "distanse"}', "line 1, column 14"),
        (
            '{"a": [1, {"b": "}"}],\n  "__where" : "distance > 5\\n  and distanse"}',
            "line 2, column 36",
        ),
        ('{"__where": "\'\\u00e9\\ud83c\\udfc1\' == distanse"}', "line 1, column 38"),
        ('{"__where":\n{"distanse": 1}}', "line 2, column 1"),
    ],
)
def test_have_the_place_of_a_fault_within_json(settings: str, place: str):
    (said,) = faults(settings=settings)

    assert said.startswith(f"settings {place}: the condition: unknown variable 'distanse'")


@pytest.mark.parametrize(
    "text", ["", "running", "1 + 1", "- -1", "1e999", "[1]", "'a", "-'a'", "--"]
)
def test_are_nothing_else(text: str):
    with pytest.raises(ValueError, match="must "):
        read_input(text)


def test_are_of_bounded_length():
    with pytest.raises(ValueError, match="has more than 2000 characters"):
        read_input(f"'{'x' * 2000}'")


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
def test_is_the_same_in_a_try_examination_and_dry_run(amount: str, reward: str | None):
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
