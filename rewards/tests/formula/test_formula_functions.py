"""The functions of the formula language…"""

from decimal import Decimal

import pytest

from rewards.tests.formula.formulas import result


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
