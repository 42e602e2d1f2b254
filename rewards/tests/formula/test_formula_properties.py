"""The formula language, with generated expressions."""

from collections.abc import Mapping
from decimal import Decimal, localcontext

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rewards.formula import FormulaError, Value, parse
from rewards.formula.values import CONTEXT
from rewards.tests.formula.formulas import evaluate

# No deadline: a busy machine may be slow.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.decimals(0, 10**6, places=3)
NAMES = ("distance", "pulse", "discipline", "is_manual")
LANGUAGE = """
    + - * / % ( ) < > ? : , == != <= >= and or not true false null 'text' 1 0.5
    min max in coeff clamp round coalesce distance pulse discipline is_manual
"""
WORDS = st.sampled_from(LANGUAGE.split())
TEXTS = st.sampled_from(["", "running", "1"])
VALUES: st.SearchStrategy[Value] = st.none() | st.booleans() | NUMBERS | TEXTS
VARIABLES = st.fixed_dictionaries(dict.fromkeys(NAMES, VALUES))
SIGNS = st.sampled_from([("+", CONTEXT.add), ("-", CONTEXT.subtract), ("*", CONTEXT.multiply)])


def place_of_error(source: str, variables: Mapping[str, Value]) -> tuple[int, int] | None:
    try:
        evaluate(parse(source, NAMES), variables, {"text": "[1]"})
    except FormulaError as error:
        return error.position.line, error.position.column
    return None


@UNTIMED
@given(st.lists(WORDS, max_size=40).map(" ".join), VARIABLES)
def test_comes_to_a_value_or_to_an_error_with_a_place(source, variables):
    line, column = place_of_error(source, variables) or (1, 1)

    assert line == 1
    assert 1 <= column <= len(source) + 1


@UNTIMED
@given(st.text(max_size=60))
def test_takes_any_text_for_a_formula_or_says_where_it_is_none(source):
    line, _ = place_of_error(source, {}) or (1, 1)

    assert 1 <= line <= source.count("\n") + 1


@UNTIMED
@given(st.lists(NUMBERS, min_size=1, max_size=12), st.lists(SIGNS, min_size=11, max_size=11))
def test_multiplies_before_it_adds_and_goes_from_left_to_right(numbers, signs):
    source = f"{numbers[0]:f}" + "".join(
        f" {sign} {number:f}" for (sign, _), number in zip(signs, numbers[1:], strict=False)
    )
    python = "".join(part if part in "+-*" else f"Decimal('{part}')" for part in source.split(" "))
    with localcontext(CONTEXT):
        expected = eval(python, {"Decimal": Decimal})

    assert evaluate(parse(source), {}, {}).value == expected
