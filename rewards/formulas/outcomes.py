"""What a formula gives: a reward, rounded and within its range; none; or a failure, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Any

from programs.readers import plain
from rewards.balances.models import MAX_AMOUNT
from rewards.formula import FormulaRunError, Value
from rewards.formula.values import kind
from rewards.formulas.checking import EXPRESSION, SETTINGS, WHERE, Fault

_ZERO = Decimal(0)


class Result(StrEnum):
    """How a calculation ended."""

    REWARD = "Reward"
    NO_REWARD = "NoReward"
    DOES_NOT_SUIT = "DoesNotSuit"
    FAILED = "Failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Where a formula fails, and why; `part` is `expression` or `__where`."""

    part: str
    detail: str
    line: int = 1
    column: int = 1

    @property
    def fault(self) -> Fault:
        """The same as a fault of the formula's texts."""
        field, said = (SETTINGS, "the condition: ") if self.part == WHERE else (EXPRESSION, "")
        detail = f"{said}{self.detail}"
        return Fault(field=field, detail=detail, line=self.line, column=self.column)

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: {self.detail}"
        return f"in its condition, {place}" if self.part == WHERE else place


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a formula gives, or the first of several that suits.

    - `reward`: as it is credited, a whole number; None unless `result` is `REWARD`.
    - `value`: the formula's value before rounding, if it has one: also of no reward, and of a value
      that no reward can be, which is a failure.
    - `reason`: why there is no reward; of a failure its place and detail.
    - `details`: what the outcome came from, as JSON, if it is to be stored.
    """

    result: Result
    value: Value = None
    reward: Decimal | None = None
    reason: str = ""
    failure: Failure | None = None
    details: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def amount(self) -> Decimal | None:
        """The value before rounding, if it is a number of less than 10^15, negative or not."""
        value = self.value
        fits = isinstance(value, Decimal) and value.copy_abs() < MAX_AMOUNT
        return value if fits else None  # type: ignore[return-value]  # a number, as `fits` says

    @property
    def has_value(self) -> bool:
        """Whether the expression has a value, if only null or one that is no reward."""
        return self.failure is None or self.value is not None

    @property
    def is_negative(self) -> bool:
        """Whether it failed because the reward would be negative."""
        amount = self.amount
        return self.result is Result.FAILED and amount is not None and amount < 0

    def __str__(self) -> str:
        match self.result:
            case Result.REWARD:
                return plain(self.reward or _ZERO)
            case Result.NO_REWARD:
                return "no reward"
            case Result.DOES_NOT_SUIT:
                return "does not suit"
        if (amount := self.amount) is not None and amount < 0:
            return f"fails: the result is negative: {plain(rounded(amount))}"
        return f"fails: {self.failure.detail if self.failure and self.has_value else self.reason}"


def rounded(amount: Decimal) -> Decimal:
    """Return an amount as a whole number, halves away from zero; a zero has no sign."""
    return amount.to_integral_value(ROUND_HALF_UP) or _ZERO


def outcome_of(value: Value) -> Outcome:
    """Return what a formula gives that has this value. The only place with the range of rewards."""
    if value is None:
        return Outcome(result=Result.NO_REWARD, reason="the formula gives none")
    if not isinstance(value, Decimal):
        return _unfit(value, f"the result is {kind(value)}, not a number")
    reward = rounded(value)
    if reward.copy_abs() >= MAX_AMOUNT:
        return _unfit(value, "the result is 10^15 or more")
    if reward < 0:
        return _unfit(value, "the result is negative")
    return Outcome(result=Result.REWARD, value=value, reward=reward)


def failed(part: str, error: FormulaRunError) -> Outcome:
    """Return the outcome of a formula of which this part, its expression or `__where`, fails."""
    failure = Failure(part=part, detail=error.detail, **error.position._asdict())
    return Outcome(result=Result.FAILED, reason=str(failure), failure=failure)


def _unfit(value: Value, detail: str) -> Outcome:
    failure = Failure(part=EXPRESSION, detail=detail)
    return Outcome(result=Result.FAILED, value=value, reason=str(failure), failure=failure)


def does_not_suit(reason: str) -> Outcome:
    return Outcome(result=Result.DOES_NOT_SUIT, reason=reason)
