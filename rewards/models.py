"""Balances, limits, formulas, their activations, golden examples, dry runs and corrections."""

from rewards.approvals.models import ActivationState, Approval, ApprovalNotFound, ApprovedOrder
from rewards.balances.models import (
    MAX_AMOUNT,
    Balance,
    BalanceNotFound,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.corrections.models import (
    CorrectionItem,
    CorrectionRun,
    ItemCause,
    ItemState,
    RewardCorrection,
    RewardCorrectionNotFound,
)
from rewards.formulas.models import (
    ActivationNotFound,
    FormulaActivation,
    FormulaRevision,
    RewardFormula,
    RewardFormulaNotFound,
)
from rewards.limits.models import (
    LimitPeriod,
    LimitScope,
    LimitUnit,
    RewardLimit,
    RewardLimitCounter,
    RewardLimitNotFound,
)
from rewards.trials.models import (
    DryRunNotFound,
    DryRunParticipant,
    Expectation,
    FormulaDryRun,
    GoldenExample,
    GoldenExampleNotFound,
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
