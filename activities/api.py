"""What activities offers to each API group."""

from django.urls import path

from activities.claims.api import ClaimViews
from activities.console.rewards_api import ActivityRewardViews
from activities.explaining.own_api import OwnViews
from activities.explaining.serializers import ActivityViews, StaffActivityViews
from activities.receiving.api import (
    ActivityCallbacks,
    SporadicActivityCallbacks,
    SportActivityCallbacks,
)

ACTIVITY = "activities/<guid:activity_id>"
CLAIM = "reward-claims/<guid:claim_id>"

TASK = "participant-exercise-tasks/<guid:participant_exercise_task_id>"

admin_urls = [
    path("activities", StaffActivityViews.as_view({"get": "list"})),
    path(
        "activities/reward/calculate/bulk", ActivityRewardViews.as_view({"post": "calculate_many"})
    ),
    path(f"{ACTIVITY}/reward/explanation", ActivityRewardViews.as_view({"get": "explanation"})),
    path(f"{ACTIVITY}/reward/comparison", ActivityRewardViews.as_view({"get": "comparison"})),
    path(f"{ACTIVITY}/reward/check", ActivityRewardViews.as_view({"get": "check"})),
    path(f"{TASK}/explanation", StaffActivityViews.as_view({"get": "explain_task"})),
    path(f"{ACTIVITY}/history", StaffActivityViews.as_view({"get": "history"})),
    path(f"{ACTIVITY}/reward/calculate", ActivityRewardViews.as_view({"post": "calculate"})),
    path("reward-claims", ClaimViews.as_view({"get": "list"})),
    path("reward-claims/settle/bulk", ClaimViews.as_view({"post": "settle_many"})),
    path(CLAIM, ClaimViews.as_view({"get": "retrieve"})),
    path(f"{CLAIM}/settle", ClaimViews.as_view({"put": "settle"})),
]


PARTICIPANT = "participants/<guid:participant_id>"

client_urls = [
    path(f"{PARTICIPANT}/activities", OwnViews.as_view({"get": "activities"})),
    path(f"{PARTICIPANT}/tasks", OwnViews.as_view({"get": "tasks"})),
]


callback_urls = [
    path("activities", ActivityCallbacks.as_view({"post": "create"})),
    *(
        path(f"{source}-activities-callback/activity-{action}", views.as_view({"post": action}))
        for source, views in (
            ("sport", SportActivityCallbacks),
            ("sporadic", SporadicActivityCallbacks),
        )
        for action in ("accepted", "rejected")
    ),
]


activity_urls = [path("activities/<guid:activity_id>", ActivityViews.as_view({"get": "retrieve"}))]
