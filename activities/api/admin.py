"""What activities offer to the AdminApi."""

from django.urls import path

from activities.api.activities.views import StaffActivityViews
from activities.api.rewards.views import ActivityRewardViews

ACTIVITY = "activities/<guid:activity_id>"

TASK = "participant-exercise-tasks/<guid:participant_exercise_task_id>"

urlpatterns = [
    path("activities", StaffActivityViews.as_view({"get": "list"})),
    path(
        "activities/reward/calculate/bulk", ActivityRewardViews.as_view({"post": "calculate_many"})
    ),
    path(f"{ACTIVITY}/reward/explanation", ActivityRewardViews.as_view({"get": "explanation"})),
    path(f"{ACTIVITY}/reward/check", ActivityRewardViews.as_view({"get": "check"})),
    path(f"{TASK}/explanation", StaffActivityViews.as_view({"get": "explain_task"})),
    path(f"{ACTIVITY}/history", StaffActivityViews.as_view({"get": "history"})),
    path(f"{ACTIVITY}/reward/calculate", ActivityRewardViews.as_view({"post": "calculate"})),
]
