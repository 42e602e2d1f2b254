"""Balances, formulas and their golden examples."""

from rewards.models.balances import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.models.examples import Expectation, GoldenExample, GoldenExampleNotFound
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
    "Expectation",
    "FormulaRevision",
    "GoldenExample",
    "GoldenExampleNotFound",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardFormula",
    "RewardFormulaNotFound",
]
