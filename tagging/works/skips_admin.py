"""Skipped photos: which, by whom, and why."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from foundation.records.texts import in_utc
from foundation.staff.choosing import ListWithChosenFilters
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.html import link_to
from tagging.records.history import SkippedTask
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask
from tagging.staff.beside_picture import OfTask
from tagging.staff.labels import ChosenAlbum, ChosenTagger, in_colour


class ReasonOfSkip(admin.SimpleListFilter):
    """The reason, as it was chosen by a link; empty: none was given."""

    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name)
        return [] if given is None else [(given, given or "No reason given")]

    def has_output(self) -> bool:
        return True

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[SkippedTask]
    ) -> QuerySet[SkippedTask]:
        given = request.GET.get(self.parameter_name)
        return queryset if given is None else queryset.filter(reason=given)


class AlbumOfSkip(ChosenAlbum):
    column = "task__album"


class TaggerOfSkip(ChosenTagger):
    column = "tagator"


@admin.register(SkippedTask)
class SkippedTaskAdmin(OfTask, ListWithChosenFilters, ReadOnlyAdmin):
    """Photos that taggers skipped, the latest first."""

    filled_by = "A tagger who cannot read a photo skips it, with a reason."
    list_display = ("when", "reason", "photo", "album", "tagger", "task_now")
    list_display_links = None
    list_filter = (ReasonOfSkip, AlbumOfSkip, TaggerOfSkip)
    list_select_related = ("task__album", "tagator")
    ordering = ("-occurred_on",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[SkippedTask]:
        shown: Any = super().get_queryset(request)
        return cast("QuerySet[SkippedTask]", shown.skips())

    @admin.display(description="Skipped")
    def when(self, skip: SkippedTask) -> str:
        return in_utc(skip.occurred_on)

    @admin.display(description="Tagger")
    def tagger(self, skip: SkippedTask) -> str:
        return link_to(Tagator, skip.tagator_id, skip.tagator)

    @admin.display(description="Task now")
    def task_now(self, skip: SkippedTask) -> str:
        return link_to(TaggingTask, skip.task_id, in_colour(skip.task.state))
