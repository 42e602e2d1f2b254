"""Staff's view of replays and recalculations: how far they are, and why they failed."""

from django.contrib import admin

from activities.models import ActivityReplay, RewardRecalculation
from foundation.staff.followed import FollowedAdmin

STATE = ("state", "reason", "done", "total", "started_by", "created_on", "started_on",
         "finished_on")  # fmt: skip


@admin.register(ActivityReplay)
class ActivityReplayAdmin(FollowedAdmin):
    filled_by = "An administrator starts one on the server, to handle stored activities again."
    list_display = ("id", "created_on", "started_by", "state", "finished_on", "done", "posted",
                    "sent_back")  # fmt: skip
    fields = ("id", "program", "type", "activity_state", "created_from", "created_before", *STATE,
              "posted", "sent_back", "waiting")  # fmt: skip
    ordering = ("-created_on",)


@admin.register(RewardRecalculation)
class RewardRecalculationAdmin(FollowedAdmin):
    filled_by = (
        "“Failed rewards…” above the list of activities names the formulas that failed; "
        "“Calculate all again…” beside one of them starts a recalculation."
    )
    list_display = ("id", "formula", "created_on", "started_by", "state", "finished_on", "done")
    list_select_related = ("formula",)
    fields = ("id", "formula", *STATE)
    ordering = ("-created_on",)
