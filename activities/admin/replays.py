"""Staff's view of replays, which `manage.py replay_activities` makes."""

from django.contrib import admin

from activities.models import ActivityReplay
from staff.read_only import ReadOnlyAdmin


@admin.register(ActivityReplay)
class ActivityReplayAdmin(ReadOnlyAdmin):
    list_display = ("id", "started_on", "started_by", "finished_on", "looked_at", "posted",
                    "sent_back")  # fmt: skip
    ordering = ("-started_on",)
