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
    LimitScope,
    LimitUnit,
    RewardLimit,
    RewardLimitCounter,
    RewardLimitNotFound,
)
from rewards.limits.periods import LimitPeriod
from rewards.trials.models import (
    DryRunNotFound,
    DryRunParticipant,
    Expectation,
    FormulaDryRun,
    GoldenExample,
    GoldenExampleNotFound,
)
