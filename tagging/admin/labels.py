"""States in colours, times and amounts in words, as all pages of tagging show them."""

from datetime import datetime
from decimal import Decimal

from django.utils.safestring import SafeString

from staff.dashboard import span
from staff.labels import labelled
from tagging.models import money

COLOURS = {
    "success": ("Active", "Completed"),
    "info": ("Assigned",),
    "warning": ("Expired", "Cancelled", "Skipped", "Returned"),
    "danger": ("Blocked", "Rejected"),
}


def in_colour(state: str) -> SafeString:
    """Return a state as lists and pages show it."""
    return labelled(state, COLOURS)


def moment(when: datetime | None) -> str:
    """Return a moment to the second, with its zone; a dash for none."""
    return f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else "–"


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
