"""What a revision gives for some inputs, as `calculate_reward` of an activity would set it."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from programs.readers import plain
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.formula import FormulaRunError, Value
from rewards.formula.values import kind
from rewards.rounding import is_reward, rounded


class Result(StrEnum):
    """How a calculation ended."""

    REWARD = "Reward"
    NO_REWARD = "NoReward"
    DOES_NOT_SUIT = "DoesNotSuit"
    FAILED = "Failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a formula gave: `amount` before rounding, `reward` as it is credited.

    A result that is negative after rounding has both, and is `FAILED`; `reason` says why it failed.
    """

    result: Result
    amount: Decimal | None = None
    reward: Decimal | None = None
    reason: str = ""

    def __str__(self) -> str:
        match self.result:
            case Result.REWARD:
                return plain(self.reward or Decimal(0))
            case Result.NO_REWARD:
                return "no reward"
            case Result.DOES_NOT_SUIT:
                return "does not suit"
        return f"fails: {self.reason}"


NO_REWARD = Outcome(result=Result.NO_REWARD)
DOES_NOT_SUIT = Outcome(result=Result.DOES_NOT_SUIT)


def outcome_of(revision: Revision, variables: Mapping[str, Value]) -> Outcome:
    """Return what a revision gives for these variables, on a date when it is valid."""
    try:
        if not revision.where.suits(variables):
            return DOES_NOT_SUIT
    except FormulaRunError as error:
        return _failed(f"{WHERE}, {error}")
    try:
        value = revision.formula.value(variables)
    except FormulaRunError as error:
        return _failed(str(error))
    return NO_REWARD if value is None else _rewarded(value)


def _rewarded(value: Value) -> Outcome:
    if not isinstance(value, Decimal):
        return _failed(f"the result is {kind(value)}, not a number")
    reward = rounded(value)
    if is_reward(reward):
        return Outcome(result=Result.REWARD, amount=value, reward=reward)
    if not is_reward(reward.copy_abs()):
        return _failed("the result is 10^15 or more")
    reason = f"the result is negative: {plain(reward)}"
    return Outcome(result=Result.FAILED, amount=value, reward=reward, reason=reason)


def _failed(reason: str) -> Outcome:
    return Outcome(result=Result.FAILED, reason=reason)
