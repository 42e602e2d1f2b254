"""Commands on balances, as Ann gives them."""

import uuid
from decimal import Decimal
from typing import Any

from foundation.records.audit import Actor
from programs.tests.factories import ParticipantFactory
from rewards.approvals.commands import request_approval
from rewards.balances.commands import AdjustBalanceCommand, RefillBalanceCommand, refill_balance
from rewards.models import Approval, BalanceOperation, OperationSource
from rewards.tests.factories import NOW


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
