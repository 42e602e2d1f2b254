"""Balances, formulas, their golden examples and dry runs."""

from rewards.models.balances import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.models.dry_runs import DryRunNotFound, DryRunParticipant, FormulaDryRun
from rewards.models.examples import Expectation, GoldenExample, GoldenExampleNotFound
from rewards.models.formulas import FormulaRevision, RewardFormula, RewardFormulaNotFound

__all__ = [
    "MAX_AMOUNT",
    "Balance",
    "BalanceNotFound",
    "BalanceOperation",
    "DryRunNotFound",
    "DryRunParticipant",
    "Expectation",
    "FormulaDryRun",
    "FormulaRevision",
    "GoldenExample",
    "GoldenExampleNotFound",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardFormula",
    "RewardFormulaNotFound",
]
