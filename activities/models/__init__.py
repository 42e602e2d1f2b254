"""Activities, their histories, the claims to review, and long jobs about them."""

from activities.models.activities import (
    Activity,
    ActivityChange,
    ActivityHistory,
    ActivityNotFound,
    ActivityReplay,
    ActivityState,
    RewardRecalculation,
)
from activities.models.claims import ClaimState, RewardClaim, RewardClaimNotFound

__all__ = [
    "Activity",
    "ActivityChange",
    "ActivityHistory",
    "ActivityNotFound",
    "ActivityReplay",
    "ActivityState",
    "ClaimState",
    "RewardClaim",
    "RewardClaimNotFound",
    "RewardRecalculation",
]
