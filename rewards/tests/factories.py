"""Formulas, limits and balances for tests of this app and of those above, made by commands."""

import uuid
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from foundation.records.audit import Actor
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.activation.requests import RequestActivationCommand, request_activation
from rewards.approvals.commands import request_approval
from rewards.balances.commands import AdjustBalanceCommand, RefillBalanceCommand, refill_balance
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.limits.commands import PutLimitCommand, put_limit
from rewards.models import (
    Approval,
    BalanceOperation,
    Expectation,
    FormulaActivation,
    GoldenExample,
    OperationSource,
    RewardFormula,
    RewardLimit,
)
from rewards.trials.examples import PutExampleCommand, put_example

NOW = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def creation(**changes: Any) -> CreateFormulaCommand:
    """Return a command that creates a formula for sport."""
    program_id = changes.pop("program_id", None) or MarketingProgramFactory.create().pk
    return CreateFormulaCommand(
        **{
            "formula_id": uuid4(),
            "program_id": program_id,
            "activity_type": "SportActivity",
            "name": "By distance",
            "expression": "distance * coeff('rate')",
            "coefficients": {"rate": "1.5"},
            "by": Actor("ann"),
            "now": NOW,
            **changes,
        }
    )


def draft_formula(**changes: Any) -> RewardFormula:
    """Save a formula that is not active."""
    return create_formula(creation(**changes)).record


def active_formula(program_id: UUID | None = None, **changes: Any) -> RewardFormula:
    """Save a formula and make it active."""
    formula = draft_formula(program_id=program_id, **changes)
    return activate_formula(ActivateFormulaCommand(formula_id=formula.pk, by=Actor("bob"), now=NOW))


def requested_activation(by: str = "ann", **changes: Any) -> FormulaActivation:
    """Request the activation of a new formula."""
    formula = draft_formula(**changes)
    command = RequestActivationCommand(formula_id=formula.pk, by=Actor(by), now=NOW)
    return request_activation(command).record


def golden_example(formula: RewardFormula | None = None, **changes: Any) -> GoldenExample:
    """Add an example that the formula of `creation` holds."""
    return put_example(
        PutExampleCommand(
            **{
                "formula_id": (formula or draft_formula()).pk,
                "example_id": uuid4(),
                "name": "Two",
                "inputs": {"distance": "2"},
                "expectation": None if "activity_id" in changes else Expectation.REWARD,
                "reward": None if {"expectation", "activity_id"} & changes.keys() else 3,
                "by": Actor("ann"),
                **changes,
            }
        )
    ).record


def change(formula: RewardFormula, **changes: Any) -> RewardFormula:
    """Change a formula that Ann created."""
    return change_formula(
        ChangeFormulaCommand(
            **{"formula_id": formula.pk, "by": Actor("bob"), "now": NOW, **changes}
        )
    )


def activate(formula: RewardFormula, **changes: Any) -> RewardFormula:
    """Activate the last revision, or the one with `number`."""
    return activate_formula(
        ActivateFormulaCommand(
            **{"formula_id": formula.pk, "by": Actor("bob"), "now": NOW, **changes}
        )
    )


def limit_order(program_id: UUID | None = None, most: int = 50, **changes: Any) -> PutLimitCommand:
    """Return a command that allows each participant 50 points a week."""
    return PutLimitCommand(
        **{
            "limit_id": uuid4(),
            "program_id": program_id or MarketingProgramFactory.create().pk,
            "scope": "Participant",
            "period": "Week",
            "unit": "Points",
            "most": Decimal(most),
            "by": Actor("ann"),
            "now": NOW,
            **changes,
        }
    )


def limited(program_id: UUID | None = None, most: int = 50, **changes: Any) -> RewardLimit:
    """Add a limit."""
    return put_limit(limit_order(program_id, most, **changes)).record


def budget(program_id: UUID | None = None, most: int = 50, **changes: Any) -> RewardLimit:
    """Add a limit of all participants together."""
    return limited(program_id, most, **{"scope": "All", **changes})


def refill(participant_id: uuid.UUID, **changes: Any) -> RefillBalanceCommand:
    """Return a command that credits 10."""
    operation_id = changes.pop("operation_id", None) or uuid.uuid4()
    return RefillBalanceCommand(
        **{
            "balance_id": participant_id,
            "operation_id": operation_id,
            "source": OperationSource.ACTIVITY,
            "source_id": operation_id,
            "amount": Decimal(10),
            "now": NOW,
            **changes,
        }
    )


def adjustment(
    participant_id: uuid.UUID, amount: str = "-3", **changes: Any
) -> AdjustBalanceCommand:
    """Return a command that takes 3."""
    return AdjustBalanceCommand(
        **{
            "balance_id": participant_id,
            "operation_id": uuid.uuid4(),
            "amount": Decimal(amount),
            "reason": "Measured twice.",
            "by": Actor("ann"),
            "now": NOW,
            **changes,
        }
    )


def credited(amount: str = "10") -> BalanceOperation:
    """Credit a reward; return its operation."""
    return refill_balance(refill(ParticipantFactory.create().pk, amount=Decimal(amount)))


def requested_adjustment(by: str = "another") -> Approval:
    """Request an adjustment that needs a second person."""
    participant = ParticipantFactory.create()
    order = adjustment(participant.pk, amount="5000", by=Actor(by))
    return request_approval(order, NOW).record
