"""What an activity gets by some formulas: a whole reward, none, or a failure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import models

from rewards.calculation import RewardFailed, amount_by
from rewards.candidates import Candidate
from rewards.models import MAX_AMOUNT
from rewards.past_activities import PastActivity
from rewards.rounding import is_reward, rounded


class Verdict(models.TextChoices):
    """What becomes of an activity's reward."""

    REWARDED = "Rewarded"
    NO_REWARD = "NoReward"
    FAILED = "Failed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict, the rounded amount (0 unless rewarded), and why it failed."""

    verdict: Verdict
    amount: int = 0
    reason: str = ""


NO_REWARD = Outcome(Verdict.NO_REWARD)


def outcome_by(candidates: Sequence[Candidate], past: PastActivity) -> Outcome:
    """Return what the activity would get by these formulas, rounded as rewards are.

    The caller may put `exact()` around many of them.
    """
    if past.why_not_calculated:
        return NO_REWARD
    try:
        amount = amount_by(candidates, past.variables, past.created_on)
    except RewardFailed as failure:
        return Outcome(Verdict.FAILED, reason=str(failure))
    return NO_REWARD if amount is None else _outcome(amount)


def _outcome(amount: Decimal) -> Outcome:
    """Round the amount; what no reward can be is a failure."""
    reward = rounded(amount)
    if not is_reward(reward):
        return Outcome(Verdict.FAILED, reason=f"The reward is not between 0 and {MAX_AMOUNT:f}.")
    return Outcome(Verdict.REWARDED, int(reward))
