"""How all pages of tagging show and filter states, and show times and amounts."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet, TextChoices
from django.http import HttpRequest
from django.utils.safestring import SafeString

from foundation.records.plain_words import counted
from foundation.staff.dashboard import span
from foundation.staff.labels import labelled
from tagging.admin.filters import FirstStateFilter
from tagging.evidence import in_percent
from tagging.models import Certainty, CertaintyOutcome, money

COLOURS = {
    "success": ("Active", "Completed"),
    "info": ("Assigned",),
    "warning": ("Expired", "Cancelled", "Skipped", "Returned"),
    "danger": ("Blocked", "Rejected"),
}
_OUTCOMES = {
    CertaintyOutcome.SETTLED: "settled",
    CertaintyOutcome.ASKED: "another reading was asked for",
    CertaintyOutcome.UNASKED: "no other reading was asked for, because too many wait",
    CertaintyOutcome.LEFT: "left to staff, because the taggers read differently",
    CertaintyOutcome.AGREED: "kept, because all taggers read the same",
}


class TaggingStateFilter(FirstStateFilter):
    """Filters by state: by `first`, unless another one or "all" is chosen."""

    first: TextChoices

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        others = [state for state in type(self.first) if state is not self.first]
        return [*((state.value, state.label) for state in others), ("all", "All")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or self.first.value
        return queryset if chosen == "all" else queryset.filter(state=chosen)


def in_colour(state: str) -> SafeString:
    """Return a state as lists and pages show it."""
    return labelled(state, COLOURS)


def ago(when: datetime | None, now: datetime) -> str:
    """Return roughly how long ago a moment was; a dash for none."""
    return f"{span(now - when)} ago" if when else "–"


def left(until: datetime, now: datetime) -> str:
    """Return roughly how much time is left until a moment."""
    return f"{span(until - now)} left" if until > now else "none left"


def seconds(active: Decimal) -> str:
    """Return active time in whole seconds; nothing for none."""
    return f"{active:.0f} s" if active else ""


def sum_of_money(amount: Decimal) -> str:
    """Return an amount; nothing for none."""
    return money(amount) if amount else ""


def certainty_in_words(found: Certainty) -> str:
    """Return how sure a photo is, and what followed: `92.1 % sure …: another reading …`."""
    readings = counted(found.readings, "reading")
    wanted = in_percent(found.wanted)
    outcome = _OUTCOMES[CertaintyOutcome(found.outcome)]
    return f"{in_percent(found.certainty)} sure after {readings}, {wanted} wanted: {outcome}."
