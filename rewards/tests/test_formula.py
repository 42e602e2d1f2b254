"""The formula language, as those who write formulas know it."""

import json
from decimal import Decimal
from typing import Any

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError, evaluate, parse

VARIABLES: dict[str, Any] = {
    "distance": Decimal(12),
    "discipline": "running",
    "is_manual": False,
    "pulse": None,
}
COEFFICIENTS = {
    "rate": "1.5",
    "name": "gold",
    "a.b": "7",
    "bonus": json.dumps({"weekend": {"rate": 2}, "steps": [3, 4]}),
    "table": "[[0, 1], [5, 1.5], [10, 2]]",
    "crooked": "[[5, 1], [0, 2]]",
    "odd": '["no", "rows"]',
    "disciplines": '["running", "walking"]',
    "huge": "1e999",
}


def result(source: str) -> Any:
    return evaluate(parse(source, VARIABLES), VARIABLES, COEFFICIENTS).value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 3 - 2", "5"),
        ("100 / 10 / 2", "5"),
        ("2 * 7 % 4", "2"),
        ("7 % 4 * 2", "6"),
        ("-7 % 4", "-3"),
        ("-distance + 20", "8"),
        ("--3", "3"),
        ("0.1 + 0.2", "0.3"),
        ("0.1 + 0.2 - 0.3", "0"),
        ("123456789012345678.01 * 3", "370370367037037034.03"),
        ("distance\n  + 1", "13"),
    ],
)
def test_computes_with_exact_decimals(source, value):
    assert result(source) == Decimal(value)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 < 2", True),
        ("2 <= 1", False),
        ("1 == 1.0", True),
        ("1 != 1.0", False),
        ("'a' < 'b'", True),
        ("'it''s' == 'it''s'", True),
        ("1 == '1'", False),
        ("1 != '1'", True),
        ("true == 1", False),
        ("is_manual == false", True),
        ("not 1 > 2", True),
        ("not true or true", True),
        ("not (true or true)", False),
        ("true or false and false", True),
        ("discipline == 'running' and distance > 10", True),
        ("1 + 1 == 2 and 3 > 2", True),
    ],
)
def test_decides(source, value):
    assert result(source) is value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("true ? 1 : 2", 1),
        ("distance > 20 ? 1 : distance > 10 ? 2 : 3", 2),
        ("distance > 5 ? distance > 10 ? 1 : 2 : 3", 1),
        ("pulse > 1 ? 1 : 2", 2),
        ("null ? 1 : 2", 2),
        ("1 + (true ? 1 : 2) * 2", 3),
    ],
)
def test_chooses(source, value):
    assert result(source) == value


def test_computes_only_the_branch_it_takes():
    assert result("true ? 1 : 1 / 0") == 1


@pytest.mark.parametrize("source", ["false and 1 / 0 > 1", "not (true or 1 / 0 > 1)"])
def test_stops_at_the_operand_that_decides(source):
    assert result(source) is False


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "%"])
def test_makes_arithmetic_with_null_null(sign):
    assert result(f"pulse {sign} 1") is None
    assert result(f"1 {sign} pulse") is None


def test_makes_the_negative_of_null_null():
    assert result("-pulse") is None


@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">="])
def test_makes_a_comparison_with_null_false(sign):
    assert result(f"pulse {sign} 1") is False
    assert result(f"null {sign} pulse") is False


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("coeff('rate')", Decimal("1.5")),
        ("coeff('rate') * 2", Decimal(3)),
        ("coeff('name')", "gold"),
        ("coeff('a.b')", Decimal(7)),
        ("coeff('bonus.weekend.rate')", Decimal(2)),
        ("coeff('bonus.steps.1')", Decimal(4)),
        ("coeff('bonus.steps.9')", None),
        ("coeff('bonus.absent.rate')", None),
        ("coeff('rate.deeper')", None),
        ("coeff('absent')", None),
        ("coeff(null)", None),
        ("coalesce(coeff('absent'), 5)", Decimal(5)),
        ("piecewise(coeff('table'), -1)", None),
        ("piecewise(coeff('table'), 0)", Decimal(1)),
        ("piecewise(coeff('table'), 4.99)", Decimal(1)),
        ("piecewise(coeff('table'), 5)", Decimal("1.5")),
        ("piecewise(coeff('table'), distance)", Decimal(2)),
        ("piecewise('[[0, 3]]', distance)", Decimal(3)),
        ("piecewise(coeff('table'), pulse)", None),
        ("piecewise(coeff('absent'), 1)", None),
        ("after_linear(3, 5, 2, 10)", Decimal(0)),
        ("after_linear(5, 5, 2, 10)", Decimal(0)),
        ("after_linear(7, 5, 2, 10)", Decimal(4)),
        ("after_linear(70, 5, 2, 10)", Decimal(10)),
        ("after_linear(70, 5, 2, null)", Decimal(130)),
        ("after_linear(pulse, 5, 2, 10)", None),
        ("clamp(5, 1, 3)", Decimal(3)),
        ("clamp(0, 1, 3)", Decimal(1)),
        ("clamp(2, 1, 3)", Decimal(2)),
        ("clamp(pulse, 1, 3)", None),
        ("min(1, 2)", Decimal(1)),
        ("max(1, 2)", Decimal(2)),
        ("max(pulse, 2)", None),
        ("coalesce(pulse, null, 3, 1 / 0)", Decimal(3)),
        ("coalesce(null)", None),
        ("in(discipline, 'walking', 'running')", True),
        ("in(discipline, coeff('disciplines'))", True),
        ("in(discipline, 'walking')", False),
        ("in(pulse, null)", False),
        ("in(1, '1', true)", False),
        ("abs(0 - 5)", Decimal(5)),
        ("abs(-123456789012345678901234567890)", Decimal(123456789012345678901234567890)),
        ("abs(pulse)", None),
        ("round(2.5)", Decimal(3)),
        ("round(-2.5)", Decimal(-3)),
        ("round(2.49)", Decimal(2)),
        ("floor(-2.5)", Decimal(-3)),
        ("ceil(-2.5)", Decimal(-2)),
    ],
)
def test_has_functions(source, value):
    assert result(source) == value


@pytest.mark.parametrize(
    ("source", "line", "column", "detail"),
    [
        ("", 1, 1, "unexpected the end"),
        ("1 +", 1, 4, "unexpected the end"),
        ("1 + * 2", 1, 5, "unexpected '*'"),
        ("(1", 1, 3, "')' is missing before the end"),
        ("1)", 1, 2, "unexpected ')'"),
        ("1 2", 1, 3, "unexpected '2'"),
        ("1 +\n  $", 2, 3, "unexpected '$'"),
        ("1 = 1", 1, 3, "unexpected '='"),
        ("'open", 1, 1, "this text is not closed"),
        ("true ? 1", 1, 9, "':' is missing before the end"),
        ("1 < 2 < 3", 1, 7, "comparisons do not chain: unexpected '<'"),
        ("min(1, )", 1, 8, "unexpected ')'"),
        ("distance + distanse", 1, 12, "unknown variable 'distanse'"),
        ("1 +\nlen(1)", 2, 1, "unknown function 'len'"),
        ("min(1)", 1, 1, "min takes 2 arguments"),
        ("min(1, 2, 3)", 1, 1, "min takes 2 arguments"),
        ("abs()", 1, 1, "abs takes 1 argument"),
        ("in(1)", 1, 1, "in takes at least 2 arguments"),
        ("coalesce()", 1, 1, "coalesce takes at least 1 argument"),
        ("and", 1, 1, "unexpected 'and'"),
        ("distance.real", 1, 9, "unexpected '.'"),
        ("distance[0]", 1, 9, "unexpected '['"),
        ("1" * 31, 1, 1, "a number has at most 30 digits"),
        ("(" * 51 + "1" + ")" * 51, 1, 51, "this is nested deeper than 50"),
        ("-" * 51 + "1", 1, 51, "this is nested deeper than 50"),
        ("1+(" * 51 + "1" + ")" * 51, 1, 153, "this is nested deeper than 50"),
        ("1<1+2*(" * 20 + "1" + ")" * 20, 1, 22, "this is nested deeper than 50"),
        (" " * 4001, 1, 1, "a formula has at most 4000 characters"),
    ],
)
def test_refuses_when_saved(source, line, column, detail):
    with pytest.raises(FormulaSyntaxError) as refusal:
        parse(source, VARIABLES)

    assert refusal.value.detail == detail
    assert (refusal.value.position.line, refusal.value.position.column) == (line, column)


@pytest.mark.parametrize(
    ("source", "column", "detail"),
    [
        ("1 / 0", 3, "division by zero"),
        ("1 % (1 - 1)", 3, "division by zero"),
        ("0 / 0", 3, "division by zero"),
        ("1 + discipline", 3, "a number is needed here, not a text"),
        ("-is_manual", 1, "a number is needed here, not a truth value"),
        ("1 < 'a'", 3, "a number and a text have no order"),
        ("true < false", 6, "a truth value and a truth value have no order"),
        ("not 1", 5, "a condition is needed here, not a number"),
        ("discipline ? 1 : 2", 1, "a condition is needed here, not a text"),
        ("true and 1", 10, "a condition is needed here, not a number"),
        ("coeff(1)", 1, "the path of a coefficient is a text, not a number"),
        ("coeff('table') + 1", 16, "a number is needed here, not a table"),
        (
            "piecewise(coeff('odd'), 1)",
            1,
            "a table is a list of [from, multiplier], all of them numbers",
        ),
        ("piecewise(coeff('crooked'), 1)", 1, "the rows of a table must ascend"),
        ("clamp(1, 3, 2)", 1, "the lower bound of clamp lies above the upper one"),
        ("coeff('huge')", 1, "the numbers are too large, or have no such result"),
        ("min('a', 1)", 1, "a number is needed here, not a text"),
    ],
)
def test_refuses_when_run(source, column, detail):
    formula = parse(source, VARIABLES)

    with pytest.raises(FormulaRunError) as refusal:
        evaluate(formula, VARIABLES, COEFFICIENTS)

    assert refusal.value.detail == detail
    assert (refusal.value.position.line, refusal.value.position.column) == (1, column)


def test_takes_a_long_sum_which_is_not_deep():
    assert result("+".join(["1"] * 900)) == 900


def test_refuses_more_steps_than_the_limit():
    with pytest.raises(FormulaRunError, match="more than 1000 steps"):
        result("+".join(["1"] * 1000))


@pytest.mark.parametrize(
    "source",
    [
        "(" * 50 + "true" + ")" * 50,
        "not " * 50 + "true",
        "true or (" * 50 + "true" + ")" * 50,
        "not (false or (" * 16 + "true" + "))" * 16,
        "true ? " * 50 + "true" + " : false" * 50,
        "coalesce(" * 50 + "true" + ")" * 50,
    ],
)
def test_takes_fifty_levels(source):
    assert result(source) in (True, False)


@pytest.mark.parametrize(
    "level", ["true or true and 1 < 1 + 2 * (", "(", "-(", "max(1, ", "true ? 1 : ", "1 + ("]
)
def test_refuses_endless_nesting_before_it_runs_out_of_stack(level):
    with pytest.raises(FormulaSyntaxError, match="nested deeper than 50"):
        result((level * 1000)[:3999])


def test_traces_what_each_part_came_to():
    evaluation = evaluate(
        parse("coeff('rate') * (distance + 1)", VARIABLES), VARIABLES, COEFFICIENTS
    )

    assert [(part.source, part.value) for part in evaluation.trace] == [
        ("coeff('rate')", Decimal("1.5")),
        ("distance", Decimal(12)),
        ("distance + 1", Decimal(13)),
        ("coeff('rate') * (distance + 1)", Decimal("19.5")),
    ]


def test_takes_a_variable_that_is_not_given_for_null():
    assert evaluate(parse("coalesce(pulse, 1)", ["pulse"]), {}, {}).value == 1
