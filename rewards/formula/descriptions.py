"""What staff read about the functions: how each is called, a sentence and an example."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

EXAMPLE_COEFFICIENTS: Mapping[str, str] = {"rate": "1.5", "steps": "[[0, 1], [5, 2]]"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A function's call, a sentence about it, and an example with `EXAMPLE_COEFFICIENTS`."""

    signature: str
    says: str
    example: str
    value: Decimal | bool | None


DESCRIPTIONS: Mapping[str, Description] = {
    "coeff": Description(
        signature="coeff('name')",
        says="The coefficient of this name, or a part of its JSON: 'table.1.0'.",
        example="coeff('rate')",
        value=Decimal("1.5"),
    ),
    "piecewise": Description(
        signature="piecewise(table, x)",
        says="The multiplier of the last row whose start is at most x; below the first row null.",
        example="piecewise(coeff('steps'), 7)",
        value=Decimal(2),
    ),
    "after_linear": Description(
        signature="after_linear(x, threshold, rate, cap)",
        says="0 up to the threshold, then (x − threshold) · rate, at most the cap; null: no cap.",
        example="after_linear(12, 10, 3, null)",
        value=Decimal(6),
    ),
    "clamp": Description(
        signature="clamp(x, min, max)",
        says="x within the bounds.",
        example="clamp(12, 0, 10)",
        value=Decimal(10),
    ),
    "min": Description(
        signature="min(a, b)", says="The smaller one.", example="min(3, 5)", value=Decimal(3)
    ),
    "max": Description(
        signature="max(a, b)", says="The larger one.", example="max(3, 5)", value=Decimal(5)
    ),
    "coalesce": Description(
        signature="coalesce(a, b, …)",
        says="The first value that is not null.",
        example="coalesce(coeff('bonus'), 4)",
        value=Decimal(4),
    ),
    "in": Description(
        signature="in(value, …)",
        says="Whether the value equals one of the others, or an item of a list among them.",
        example="in('running', 'walking', 'running')",
        value=True,
    ),
    "abs": Description(
        signature="abs(x)", says="x without its sign.", example="abs(-3)", value=Decimal(3)
    ),
    "round": Description(
        signature="round(x)",
        says="The nearest whole number; a half goes away from zero.",
        example="round(2.5)",
        value=Decimal(3),
    ),
    "floor": Description(
        signature="floor(x)",
        says="The whole number that is not above x.",
        example="floor(2.9)",
        value=Decimal(2),
    ),
    "ceil": Description(
        signature="ceil(x)",
        says="The whole number that is not below x.",
        example="ceil(2.1)",
        value=Decimal(3),
    ),
}
