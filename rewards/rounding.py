"""How an amount becomes a reward. Nothing else in the house says it."""

from decimal import ROUND_HALF_UP, Decimal

from rewards.models import MAX_AMOUNT

_ZERO = Decimal(0)


def rounded(amount: Decimal) -> Decimal:
    """Return an amount as a whole number, halves away from zero; a zero has no sign."""
    return amount.to_integral_value(ROUND_HALF_UP) or _ZERO


def is_reward(whole: Decimal) -> bool:
    """Say whether a rounded amount can be a reward: from 0, and less than `MAX_AMOUNT`."""
    return 0 <= whole < MAX_AMOUNT
