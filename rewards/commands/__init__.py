"""Commands that change balances and formulas."""

from rewards.commands.balances import (
    InvalidAmount,
    OperationExistsWithOtherData,
    RefillBalanceCommand,
    refill_balance,
)

__all__ = [
    "InvalidAmount",
    "OperationExistsWithOtherData",
    "RefillBalanceCommand",
    "refill_balance",
]
