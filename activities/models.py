"""Activities, their histories, the claims to review, and long jobs about them."""

from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityHistory,
    ActivityNotFound,
    ActivityReplay,
    ActivityState,
    ClaimState,
    RewardClaim,
    RewardClaimNotFound,
    RewardRecalculation,
)
