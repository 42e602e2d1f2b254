"""Everything that changes activities."""

from activities.commands.applying import (
    ApplyActivityCommand,
    SuitableParticipantExerciseTaskNotFound,
    TaskTakenByAnotherActivity,
    apply_activity,
)
from activities.commands.creating import (
    ActivityHasOtherData,
    ActivityOfAnotherParticipant,
    CreateActivityCommand,
    ParticipantBlocked,
    create_activity,
)
from activities.commands.recalculating import (
    CalculateAgainCommand,
    CalculateFailedCommand,
    CalculateManyAgainCommand,
    calculate_again,
    calculate_failed,
    calculate_many_again,
)
from activities.commands.receiving import ReceiveActivityCommand, receive_activity
from activities.commands.rewarding import (
    CalculateRewardCommand,
    RewardIsSet,
    calculate_reward,
)
from activities.commands.searching import (
    SearchAgainCommand,
    TaskManagersDecide,
    search_again,
)
from activities.commands.settling import SettleActivityCommand, settle_activity
from activities.commands.skipping import SkipActivityCommand, skip_activity
from activities.commands.updating import (
    ActivityOfAnotherType,
    UpdateActivityDataCommand,
    update_activity_data,
)

__all__ = [
    "ActivityHasOtherData",
    "ActivityOfAnotherParticipant",
    "ActivityOfAnotherType",
    "ApplyActivityCommand",
    "CalculateAgainCommand",
    "CalculateFailedCommand",
    "CalculateManyAgainCommand",
    "CalculateRewardCommand",
    "CreateActivityCommand",
    "ParticipantBlocked",
    "ReceiveActivityCommand",
    "RewardIsSet",
    "SearchAgainCommand",
    "SettleActivityCommand",
    "SkipActivityCommand",
    "SuitableParticipantExerciseTaskNotFound",
    "TaskManagersDecide",
    "TaskTakenByAnotherActivity",
    "UpdateActivityDataCommand",
    "apply_activity",
    "calculate_again",
    "calculate_failed",
    "calculate_many_again",
    "calculate_reward",
    "create_activity",
    "receive_activity",
    "search_again",
    "settle_activity",
    "skip_activity",
    "update_activity_data",
]
