# ruff: noqa: ARG001 (the real one will use them)
"""What an activity is worth: by the program's formulas, of which there are none yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

Value = Decimal | str | bool | None


class RewardFailed(Exception):
    """The reward cannot be calculated; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedReward:
    """An amount before rounding; `details` are JSON and say what it was calculated from."""

    amount: Decimal
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoReward:
    """There is no reward, and why."""

    reason: str


def calculate_reward(
    program_id: UUID, activity_type: str, variables: Mapping[str, Value], on: datetime
) -> CalculatedReward | NoReward:
    """Calculate the reward of an activity with these variables.

    :raises RewardFailed: the formula cannot be evaluated.
    """
    return NoReward(reason="The program has no formula for this type.")
