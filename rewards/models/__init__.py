"""Balances and formulas."""

from rewards.models.balances import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.models.formulas import (
    FormulaRevision,
    RewardFormula,
    RewardFormulaNotFound,
)

__all__ = [
    "MAX_AMOUNT",
    "Balance",
    "BalanceNotFound",
    "BalanceOperation",
    "FormulaRevision",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardFormula",
    "RewardFormulaNotFound",
]
