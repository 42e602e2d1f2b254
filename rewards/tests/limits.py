"""Limits for tests of this app and of the apps above it, put by the command."""

from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from foundation.records.audit import Actor
from programs.tests.factories import MarketingProgramFactory
from rewards.limits.commands import PutLimitCommand, put_limit
from rewards.models import RewardLimit
from rewards.tests.factories import NOW


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
