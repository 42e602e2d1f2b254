"""Balances, formulas and dry runs."""

from rewards.models.balances import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.models.dry_runs import (
    DryRunNotFound,
    DryRunParticipant,
    DryRunState,
    FormulaDryRun,
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
    "DryRunNotFound",
    "DryRunParticipant",
    "DryRunState",
    "FormulaDryRun",
    "FormulaRevision",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardFormula",
    "RewardFormulaNotFound",
]
