"""Balances, limits, formulas, their activations, golden examples and dry runs."""

from rewards.models.activations import ActivationNotFound, ActivationState, FormulaActivation
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
from rewards.models.limits import (
    LimitPeriod,
    LimitScope,
    LimitUnit,
    RewardLimit,
    RewardLimitCounter,
    RewardLimitNotFound,
)

__all__ = [
    "MAX_AMOUNT",
    "ActivationNotFound",
    "ActivationState",
    "Balance",
    "BalanceNotFound",
    "BalanceOperation",
    "DryRunNotFound",
    "DryRunParticipant",
    "Expectation",
    "FormulaActivation",
    "FormulaDryRun",
    "FormulaRevision",
    "GoldenExample",
    "GoldenExampleNotFound",
    "LimitPeriod",
    "LimitScope",
    "LimitUnit",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardFormula",
    "RewardFormulaNotFound",
    "RewardLimit",
    "RewardLimitCounter",
    "RewardLimitNotFound",
]
