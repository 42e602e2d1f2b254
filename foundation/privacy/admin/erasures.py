"""The record of erasures: who ordered one, why, and how much was erased."""

from django.contrib import admin
from django.utils.html import format_html_join

from foundation.privacy.models import Erasure
from foundation.privacy.words import in_words
from foundation.staff.actions import computed_once
from foundation.staff.live_pages import FollowedAdmin


@admin.register(Erasure)
class ErasureAdmin(FollowedAdmin):
    filled_by = "“Erase” on the page of a person or of a participant starts one."
    list_display = ("id", "kind", "state", "ordered_by", "ordered_for", "created_on",
                    "finished_on")  # fmt: skip
    list_filter = ("kind", "state")
    ordering = ("-created_on",)
    sortable_by = ()
    fields = ("id", "kind", "state", "erased", "ordered_for", "ordered_by", "created_on",
              "finished_on", "last_failure", "in_file")  # fmt: skip
    readonly_fields = ("erased", "ordered_for", "ordered_by", "last_failure", "in_file")

    @admin.display(description="Erased")
    @computed_once
    def erased(self, erasure: Erasure) -> str:
        """Return how much was erased, a line for each kind of thing."""
        lines = [(line,) for line in in_words(erasure.what)]
        return format_html_join("", "<div>{}</div>", lines) if lines else "Nothing yet."

    @admin.display(description="Reason")
    def ordered_for(self, erasure: Erasure) -> str:
        return erasure.why

    @admin.display(description="Ordered by")
    def ordered_by(self, erasure: Erasure) -> str:
        return erasure.started_by

    @admin.display(description="Last failure")
    def last_failure(self, erasure: Erasure) -> str:
        return erasure.reason

    @admin.display(description="In the file for backups", boolean=True)
    def in_file(self, erasure: Erasure) -> bool:
        return erasure.is_in_file
