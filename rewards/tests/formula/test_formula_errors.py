"""The formula language says what is wrong with a formula, and where: it…"""

from decimal import Decimal

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError, ReadyFormula, parse
from rewards.tests.formula.formulas import COEFFICIENTS, VARIABLES


@pytest.mark.parametrize(
    ("source", "line", "column", "detail"),
    [
        ("1 +\n  $", 2, 3, "unexpected '$'"),
        ("min(1, )", 1, 8, "unexpected ')'"),
        ("distance + distanse", 1, 12, "unknown variable 'distanse'; did you mean 'distance'?"),
        ("cealesce(1)", 1, 1, "unknown function 'cealesce'; did you mean 'coalesce'?"),
        ("1 +\nlen(1)", 2, 1, "unknown function 'len'"),
        ("in(1)", 1, 1, "in takes at least 2 arguments"),
        ("coalesce()", 1, 1, "coalesce takes at least 1 argument"),
        ("and", 1, 1, "unexpected 'and'"),
        ("distance[0]", 1, 9, "unexpected '['"),
        ("-" * 51 + "1", 1, 51, "this is nested deeper than 50"),
        ("1+(" * 51 + "1" + ")" * 51, 1, 153, "this is nested deeper than 50"),
        ("1<1+2*(" * 20 + "1" + ")" * 20, 1, 22, "this is nested deeper than 50"),
        (" " * 4001, 1, 1, "a formula has at most 4000 characters"),
    ],
)
def test_refuses_when_saved(source, line, column, detail):
    """What beginners write is in `test_beginners.py`."""
    with pytest.raises(FormulaSyntaxError) as refusal:
        parse(source, VARIABLES)

    assert refusal.value.detail.startswith(detail)
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
        ("clamp(1, 3, 2)", 1, "the lower bound of clamp is above the upper one"),
        ("coeff('huge')", 1, "the numbers are too large, or have no such result"),
        ("min('a', 1)", 1, "a number is needed here, not a text"),
    ],
)
def test_refuses_when_run(source, column, detail):
    formula = ReadyFormula(parse(source, VARIABLES), COEFFICIENTS)

    for compute in (formula.value, formula.evaluation):
        with pytest.raises(FormulaRunError) as refusal:
            compute(VARIABLES)

        assert refusal.value.detail.startswith(detail)
        assert refusal.value.position == (1, column)


@pytest.mark.parametrize(
    ("row", "column", "detail"),
    [
        ({"distance": Decimal(1)}, 10, "division by zero"),
        ({"distance": Decimal("1E+300")}, 39, "the numbers are too large, or have no such result"),
        ({"distance": "far"}, 22, "a number is needed here, not a text"),
    ],
)
def test_says_on_which_line_it_fails_with_numbers_and_with_others(row, column, detail):
    source = "true ?\n  (1 + 2 / (distance - 1)) * distance * distance : 0"
    formula = ReadyFormula(parse(source, row), {})

    with pytest.raises(FormulaRunError) as refusal:
        formula.value(row)

    assert (refusal.value.position, refusal.value.detail) == ((2, column), detail)
