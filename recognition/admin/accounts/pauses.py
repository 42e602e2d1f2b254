"""Providers and competitor services that are not asked for a while: since when, and why."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from recognition.models import ProviderPause
from recognition.providers.availability.record import ResumeProvidersCommand, resume_providers
from staff.actions import action
from staff.read_only import ReadOnlyAdmin


@admin.register(ProviderPause)
class ProviderPauseAdmin(ReadOnlyAdmin):
    list_display = ("name", "since", "reason", "failures", "next_probe_on", "ended_on")
    list_filter = (("ended_on", admin.EmptyFieldListFilter), "name")
    search_fields = ("provider", "name")
    ordering = ("-since",)
    actions = ("resume",)

    @action("Ask these providers again at once")
    def resume(self, request: HttpRequest, queryset: QuerySet[ProviderPause]) -> None:
        paused = queryset.filter(ended_on=None).values_list("provider", flat=True)
        command = ResumeProvidersCommand(providers=tuple(paused), now=timezone.now())
        count = resume_providers(command)
        messages.success(request, f"{count} providers are asked again.")
