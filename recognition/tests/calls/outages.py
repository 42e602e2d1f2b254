"""Pauses of providers and competitor services, as tests look at them."""

from django.db.models import QuerySet

from foundation.messaging.models import OF_LANES, Outage


def pauses() -> QuerySet[Outage]:
    """Return the pauses, finished ones too; failures that have paused nothing are left out."""
    return Outage.objects.exclude(OF_LANES).filter(since__isnull=False)
