"""Selfies and their results. The pictures are never shown."""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q

from foundation.staff.read_only import ReadOnlyAdmin, ReadOnlyInline
from foundation.staff.search import FoundById
from recognition.console.erasing import ErasingSelfies
from recognition.console.labels import ShownState
from recognition.records.selfies import Selfie, SelfiePerson


class SelfiePersonInline(ReadOnlyInline):
    model = SelfiePerson
    verbose_name_plural = "persons"
    fields = ("person_id", "confidence")


@admin.register(Selfie)
class SelfieAdmin(ErasingSelfies, ShownState, FoundById, ReadOnlyAdmin):
    filled_by = "Selfies come from participants' clients, by the ClientApi."
    list_display = ("id", "album", "shown_state", "reason_description", "created_on")
    list_filter = ("state", "created_on")
    list_select_related = ("album",)
    search_help_text = "Id of a selfie or an album"
    ordering = ("-created_on",)
    sortable_by = ()
    fields = ("id", "album", "shown_state", "reason_description", "callback_due_on", "created_on")
    readonly_fields = ("shown_state",)
    inlines = (SelfiePersonInline,)

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)
