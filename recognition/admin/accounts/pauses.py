"""Providers and competitor services that are not asked for a while: since when, and why."""

from django.contrib import admin

from messaging.admin import OutageAdmin
from recognition.models import ProviderPause


@admin.register(ProviderPause)
class ProviderPauseAdmin(OutageAdmin):
    """The same for those who see recognition and not messaging."""
