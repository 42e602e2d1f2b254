"""What staff read about the functions: how each is called, a sentence and an example."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

EXAMPLE_COEFFICIENTS: Mapping[str, str] = {"rate": "1.5", "steps": "[[0, 1], [5, 2]]"}


class Description(NamedTuple):
    """A function's call, a sentence about it, and an example with `EXAMPLE_COEFFICIENTS`."""

    signature: str
    says: str
    example: str
    value: Decimal | bool | None


DESCRIPTIONS: Mapping[str, Description] = {
    "coeff": Description(
        "coeff('name')",
        "The coefficient of this name, or a part of its JSON: 'table.1.0'.",
        "coeff('rate')",
        Decimal("1.5"),
    ),
    "piecewise": Description(
        "piecewise(table, x)",
        "The multiplier of the last row whose start is at most x; below the first row null.",
        "piecewise(coeff('steps'), 7)",
        Decimal(2),
    ),
    "after_linear": Description(
        "after_linear(x, threshold, rate, cap)",
        "0 up to the threshold, then (x − threshold) · rate, at most the cap; null: no cap.",
        "after_linear(12, 10, 3, null)",
        Decimal(6),
    ),
    "clamp": Description(
        "clamp(x, min, max)", "x within the bounds.", "clamp(12, 0, 10)", Decimal(10)
    ),
    "min": Description("min(a, b)", "The smaller one.", "min(3, 5)", Decimal(3)),
    "max": Description("max(a, b)", "The larger one.", "max(3, 5)", Decimal(5)),
    "coalesce": Description(
        "coalesce(a, b, …)",
        "The first value that is not null.",
        "coalesce(coeff('bonus'), 4)",
        Decimal(4),
    ),
    "in": Description(
        "in(value, …)",
        "Whether the value equals one of the others, or an item of a list among them.",
        "in('running', 'walking', 'running')",
        True,
    ),
    "abs": Description("abs(x)", "x without its sign.", "abs(-3)", Decimal(3)),
    "round": Description(
        "round(x)",
        "The nearest whole number; a half goes away from zero.",
        "round(2.5)",
        Decimal(3),
    ),
    "floor": Description(
        "floor(x)", "The whole number that is not above x.", "floor(2.9)", Decimal(2)
    ),
    "ceil": Description(
        "ceil(x)", "The whole number that is not below x.", "ceil(2.1)", Decimal(3)
    ),
}
