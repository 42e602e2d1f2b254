"""Staff's view of replays and recalculations: how far they are, and why they failed."""

from django.contrib import admin

from activities.models import ActivityReplay, RewardRecalculation
from staff.read_only import ReadOnlyAdmin


@admin.register(ActivityReplay)
class ActivityReplayAdmin(ReadOnlyAdmin):
    list_display = ("id", "created_on", "started_by", "state", "finished_on", "done", "posted",
                    "sent_back")  # fmt: skip
    ordering = ("-created_on",)


@admin.register(RewardRecalculation)
class RewardRecalculationAdmin(ReadOnlyAdmin):
    list_display = ("id", "formula", "created_on", "started_by", "state", "finished_on", "done")
    list_select_related = ("formula",)
    ordering = ("-created_on",)
