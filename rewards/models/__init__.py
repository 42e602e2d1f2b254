"""Balances, limits, formulas, their activations, golden examples, dry runs and corrections."""

from rewards.models.activations import ActivationNotFound, FormulaActivation
from rewards.models.approvals import ActivationState, Approval, ApprovalNotFound, ApprovedOrder
from rewards.models.balances import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.models.corrections import (
    CorrectionItem,
    CorrectionRun,
    ItemCause,
    ItemState,
    RewardCorrection,
    RewardCorrectionNotFound,
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
    "Approval",
    "ApprovalNotFound",
    "ApprovedOrder",
    "Balance",
    "BalanceNotFound",
    "BalanceOperation",
    "CorrectionItem",
    "CorrectionRun",
    "DryRunNotFound",
    "DryRunParticipant",
    "Expectation",
    "FormulaActivation",
    "FormulaDryRun",
    "FormulaRevision",
    "GoldenExample",
    "GoldenExampleNotFound",
    "ItemCause",
    "ItemState",
    "LimitPeriod",
    "LimitScope",
    "LimitUnit",
    "OperationSource",
    "OperationState",
    "OperationType",
    "RewardCorrection",
    "RewardCorrectionNotFound",
    "RewardFormula",
    "RewardFormulaNotFound",
    "RewardLimit",
    "RewardLimitCounter",
    "RewardLimitNotFound",
]
