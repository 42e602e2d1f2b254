"""Commands that change balances and formulas."""

from rewards.commands.balances import (
    AdjustBalanceCommand,
    BalanceOutOfRange,
    InvalidAdjustment,
    InvalidAmount,
    OperationExistsWithOtherData,
    OperationIdOfActivity,
    RefillBalanceCommand,
    RewardNotCredited,
    adjust_balance,
    refill_balance,
)

__all__ = [
    "AdjustBalanceCommand",
    "BalanceOutOfRange",
    "InvalidAdjustment",
    "InvalidAmount",
    "OperationExistsWithOtherData",
    "OperationIdOfActivity",
    "RefillBalanceCommand",
    "RewardNotCredited",
    "adjust_balance",
    "refill_balance",
]
