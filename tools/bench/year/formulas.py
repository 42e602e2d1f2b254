"""Formulas of the year: each as staff write it, and as plain Python."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from random import Random
from uuid import UUID

from tools.bench.year.facts import Run

Value = Callable[[Decimal, Decimal], Decimal | None]


class Fails(Exception):
    """The formula has no value."""


def _divided(distance: Decimal, rate: Decimal) -> Decimal:
    if distance == 7:
        raise Fails
    return 100 * rate / (distance - 7)


# What staff write, with the coefficient `rate`; and what it gives.
EXPRESSIONS: tuple[tuple[str, Value], ...] = (
    ("distance * coeff('rate')", lambda distance, rate: distance * rate),
    ("distance * coeff('rate') - 6", lambda distance, rate: distance * rate - 6),
    ("100 * coeff('rate') / (distance - 7)", _divided),
    (
        "distance > 5 ? floor(distance) * coeff('rate') : null",
        lambda distance, rate: (
            distance.to_integral_value(ROUND_FLOOR) * rate if distance > 5 else None
        ),
    ),
    (
        "after_linear(distance, 5, coeff('rate'), 12)",
        lambda distance, rate: min(max(distance - 5, Decimal(0)) * rate, Decimal(12)),
    ),
    (
        "max(distance * coeff('rate') - 15, 0)",
        lambda distance, rate: max(distance * rate - 15, Decimal(0)),
    ),
)
RATES = ("0.5", "1.5", "2.5", "3")
LEASTS = (None, None, Decimal(6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The active texts of a formula, and when it is valid."""

    formula_id: UUID
    number: int  # of the expression
    rate: str
    least: Decimal | None
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    @property
    def texts(self) -> dict[str, object]:
        settings = {} if self.least is None else {"__where": f"distance >= {self.least}"}
        return {
            "expression": EXPRESSIONS[self.number][0],
            "settings": settings,
            "coefficients": {"rate": self.rate},
        }

    def suits(self, distance: Decimal, on: datetime) -> bool:
        is_early = self.valid_from is not None and on < self.valid_from
        is_late = self.valid_until is not None and on >= self.valid_until
        return not is_early and not is_late and (self.least is None or distance >= self.least)

    def value(self, distance: Decimal) -> Decimal | None:
        return EXPRESSIONS[self.number][1](distance, Decimal(self.rate))


def decided(rules: Iterable[Rule], run: Run) -> tuple[UUID | None, Decimal | None]:
    """Return which formula decides about an activity, and what it gives.

    :raises Fails: the formula has no value, or one that is less than zero.
    """
    if not run.is_accepted:
        return None, None
    for rule in rules:
        if rule.suits(run.distance, run.created_on):
            value = rule.value(run.distance)
            whole = None if value is None else value.to_integral_value(ROUND_HALF_UP)
            if whole is not None and whole < 0:
                raise Fails
            return rule.formula_id, whole
    return None, None


def some_texts(chance: Random) -> dict[str, object]:
    """Return what a rule is made of, by chance."""
    return {
        "number": chance.randrange(len(EXPRESSIONS)),
        "rate": chance.choice(RATES),
        "least": chance.choice(LEASTS),
    }
