"""What a completed task earns, and how much time counts for it."""

from datetime import datetime
from decimal import Decimal

from tagging.records.tagators import Tagator
from tagging.records.works import Work


def pay_for(tagator: Tagator, numbers: int) -> Decimal:
    """Return what the completion of a task with so many numbers earns."""
    return tagator.rate_per_task + numbers * tagator.rate_per_number


def active_seconds(work: Work, now: datetime) -> Decimal:
    """Return the seconds since the completion before, or the start; at most the idle cap."""
    seconds = Decimal(str((now - work.active_since).total_seconds())).quantize(Decimal("0.001"))
    return min(max(seconds, Decimal(0)), Decimal(work.tagator.settings.idle_cap_seconds))
