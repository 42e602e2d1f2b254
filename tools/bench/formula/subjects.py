"""The formulas that are compared, in each language, and the activities that they get."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Row = Mapping[str, Any]
Compute = Callable[[Row], Any]

RATE = Decimal("1.5")
COEFFICIENTS = {"rate": "1.5", "table": "[[0, 1], [5, 1.5], [10, 2]]"}
NAMES = ("distance", "discipline", "is_manual")
ROWS: Sequence[Row] = [
    {
        "distance": Decimal(n * 37 % 2000) / 100 + Decimal("0.5"),
        "discipline": "running" if n % 3 else "walking",
        "is_manual": n % 5 == 0,
    }
    for n in range(60)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One formula, in each language."""

    name: str
    ours: str
    by_hand: Compute
    python: str
    rule: str
    cel: str
    logic: Any


def _linear(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    return None if distance is None else distance * RATE + 10


def _chosen(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    if row.get("discipline") == "running" and distance is not None and distance > 5:
        return distance * RATE
    return Decimal(0)


_FIVE, _TEN, _HUNDRED = Decimal(5), Decimal(10), Decimal(100)
_STEPS = ((Decimal(10), Decimal(2)), (Decimal(5), RATE), (Decimal(0), Decimal(1)))


def _stepped(row: Row) -> Decimal | None:
    distance: Decimal | None = row.get("distance")
    if row.get("is_manual") is not False or distance is None or not distance > 0:
        return Decimal(0)
    for start, multiplier in _STEPS:
        if start <= distance:
            return min(distance * RATE * multiplier, _HUNDRED)
    return None


_STEP = "(distance >= 10 ? 2 : (distance >= 5 ? rate : 1))"
_RATED = {"*": [{"var": "distance"}, {"var": "rate"}]}
_LOGIC_STEP = {
    "if": [
        {">=": [{"var": "distance"}, 10]},
        2,
        {"if": [{">=": [{"var": "distance"}, 5]}, {"var": "rate"}, 1]},
    ]
}
SUBJECTS = (
    Subject(
        name="a product and a sum",
        ours="distance * coeff('rate') + 10",
        by_hand=_linear,
        python="distance * rate + 10",
        rule="distance * rate + 10",
        cel="distance * rate + 10.0",
        logic={"+": [_RATED, 10]},
    ),
    Subject(
        name="a choice by two conditions",
        ours="discipline == 'running' and distance > 5 ? distance * coeff('rate') : 0",
        by_hand=_chosen,
        python="distance * rate if discipline == 'running' and distance > 5 else 0",
        rule="discipline == 'running' and distance > 5 ? distance * rate : 0",
        cel="discipline == 'running' && distance > 5.0 ? distance * rate : 0.0",
        logic={
            "if": [
                {
                    "and": [
                        {"==": [{"var": "discipline"}, "running"]},
                        {">": [{"var": "distance"}, 5]},
                    ]
                },
                _RATED,
                0,
            ]
        },
    ),
    Subject(
        name="a table of steps, with a cap",
        ours="is_manual == false and distance > 0"
        " ? min(distance * coeff('rate') * piecewise(coeff('table'), distance), 100) : 0",
        by_hand=_stepped,
        python="min(distance * rate * (2 if distance >= 10 else rate if distance >= 5 else 1), 100)"
        " if is_manual == False and distance > 0 else 0",
        rule="is_manual == false and distance > 0"
        f" ? (distance * rate * {_STEP} < 100 ? distance * rate * {_STEP} : 100) : 0",
        cel="!is_manual && distance > 0.0 ? (distance * rate * STEP < 100.0"
        " ? distance * rate * STEP : 100.0) : 0.0".replace(
            "STEP", "(distance >= 10.0 ? 2.0 : (distance >= 5.0 ? rate : 1.0))"
        ),
        logic={
            "if": [
                {"and": [{"==": [{"var": "is_manual"}, False]}, {">": [{"var": "distance"}, 0]}]},
                {"min": [{"*": [_RATED, _LOGIC_STEP]}, 100]},
                0,
            ]
        },
    ),
)
