"""Providers and competitor services that are not asked for a while, because they kept failing."""

from __future__ import annotations

from django.db import models

from messaging.models import LANE, Outage


class ProviderPauseManager(models.Manager["ProviderPause"]):
    """Leaves out lanes of the outbox, and failures that have paused nothing."""

    def get_queryset(self) -> models.QuerySet[ProviderPause]:
        paused = super().get_queryset().filter(since__isnull=False)
        return paused.exclude(service__startswith=LANE)


class ProviderPause(Outage):
    """An outage of a service that recognition asks; a proxy, for permissions of its own."""

    objects = ProviderPauseManager()  # type: ignore[assignment, misc]  # fewer rows

    class Meta:
        proxy = True
        verbose_name = "provider pause"
