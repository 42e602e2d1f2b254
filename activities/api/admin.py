"""What activities offer to the AdminApi."""

from django.urls import path

from activities.claims.api import ClaimViews
from activities.console.rewards_api import ActivityRewardViews
from activities.explaining.serializers import StaffActivityViews

ACTIVITY = "activities/<guid:activity_id>"
CLAIM = "reward-claims/<guid:claim_id>"

TASK = "participant-exercise-tasks/<guid:participant_exercise_task_id>"

urlpatterns = [
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
