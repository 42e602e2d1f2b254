"""Staff's view of activities, read-only: only commands change them."""

from django.contrib import admin

from activities.models import Activity
from staff.read_only import ReadOnlyAdmin


@admin.register(Activity)
class ActivityAdmin(ReadOnlyAdmin):
    list_display = ("id", "type", "state", "reward", "participant_id", "created_on")
    list_filter = ("type", "state", "marketing_program")
    search_fields = ("id", "participant__id")
    date_hierarchy = "created_on"
