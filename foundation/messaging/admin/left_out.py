"""Staff's view of rows that long jobs and sweeps left out, because each failed by itself."""

from django.contrib import admin

from foundation.records.models import LeftOutRow
from foundation.staff.read_only import ReadOnlyAdmin


@admin.register(LeftOutRow)
class LeftOutRowAdmin(ReadOnlyAdmin):
    filled_by = "A row that a job or a sweep cannot do appears here: an empty list is good."
    list_display = ("last_on", "what", "row", "reason", "times", "first_on", "job")
    list_filter = ("what",)
    search_fields = ("row", "job")
    search_help_text = "An id of a row or a job, or a part of it"
    ordering = ("-last_on",)
    fields = ("what", "job", "row", "reason", "times", "first_on", "last_on")
