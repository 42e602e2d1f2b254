"""The formula language…"""

from decimal import Decimal

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError, parse
from rewards.formula.functions import EXAMPLE_COEFFICIENTS, FUNCTIONS
from rewards.tests.formula.formulas import COEFFICIENTS, VARIABLES, evaluate, result


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
def test_compares_and_joins_conditions(source, value):
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
        ("true ? 1 : 1 / 0", 1),
        ("false and 1 / 0 > 1", False),
        ("not (true or 1 / 0 > 1)", False),
    ],
)
def test_computes_only_the_branch_or_operand_that_decides(source, value):
    assert result(source) == value


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="])
def test_makes_arithmetic_with_null_null_and_a_comparison_false(sign):
    value = None if sign in "+-*/%" else False

    assert result(f"pulse {sign} 1") is value
    assert result(f"1 {sign} pulse") is value
    assert result(f"null {sign} pulse") is value
    assert result("-pulse") is None


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


def test_takes_a_long_sum_which_is_not_deep():
    assert result("+".join(["1"] * 900)) == 900


def test_refuses_more_steps_than_the_limit():
    with pytest.raises(FormulaRunError, match="more than 1000 steps") as refusal:
        result("+".join(["1"] * 1001))

    assert refusal.value.position == (1, 2001)


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


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("coeff('rate')", Decimal("1.5")),
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
        ("piecewise(coeff('table'), distance)", Decimal(2)),
        ("piecewise('[[0, 3]]', distance)", Decimal(3)),
        ("piecewise(coeff('table'), pulse)", None),
        ("piecewise(coeff('absent'), 1)", None),
        ("after_linear(pulse, 5, 2, 10)", None),
        ("clamp(pulse, 1, 3)", None),
        ("max(pulse, 2)", None),
        ("coalesce(pulse, null, 3, 1 / 0)", Decimal(3)),
        ("coalesce(null)", None),
        ("in(discipline, 'walking', 'running')", True),
        ("in(discipline, coeff('disciplines'))", True),
        ("in(discipline, 'walking')", False),
        ("in(pulse, null)", False),
        ("in(1, '1', true)", False),
        ("abs(-123456789012345678901234567890)", Decimal(123456789012345678901234567890)),
        ("abs(pulse)", None),
        ("round(2.5)", Decimal(3)),
        ("round(-2.5)", Decimal(-3)),
        ("round(2.49)", Decimal(2)),
    ],
)
def test_has_functions(source, value):
    assert result(source) == value


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shows_the_value_that_its_example_has(name: str):
    described = FUNCTIONS[name]
    source, value = described.example

    found = evaluate(parse(source, variables=()), {}, EXAMPLE_COEFFICIENTS)

    assert found.value == value
    assert described.signature.startswith(f"{name}(")
    assert source.startswith(f"{name}(")
    assert described.says.endswith(".")
