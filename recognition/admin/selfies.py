"""Selfies: what came of each. The picture is shown to nobody."""

from django.contrib import admin

from messaging.staff import ReadOnlyAdmin, ReadOnlyInline
from recognition.models import Selfie, SelfiePerson


class SelfiePersonInline(ReadOnlyInline):
    model = SelfiePerson
    verbose_name_plural = "persons"
    fields = ("person_id", "confidence")


@admin.register(Selfie)
class SelfieAdmin(ReadOnlyAdmin):
    list_display = ("id", "album", "state", "reason_description", "created_on")
    list_filter = ("state", "created_on")
    list_select_related = ("album",)
    search_fields = ("id", "album__id")
    ordering = ("-created_on",)
    fields = ("id", "album", "state", "reason_description", "callback_due_on", "created_on")
    inlines = (SelfiePersonInline,)
