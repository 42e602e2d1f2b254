"""Months of pay, and what each tagger gets for them."""

from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import F, Q

from tagging.records.tagators import Tagator


def _sum(digits: int, places: int) -> Any:
    """Return a field for a sum, exact to so many places."""
    return models.DecimalField(max_digits=digits, decimal_places=places, default=Decimal(0))


class PaidMonth(models.Model):
    """A month whose pay was signed off; the database refuses to update or delete a row.

    It begins where the month before it ended. What the task history gets later for this month
    stands in the next one.
    """

    begin = models.DateTimeField(unique=True)
    end = models.DateTimeField(unique=True)
    time_zone = models.CharField(max_length=64)
    currency = models.CharField(max_length=20)
    closed_on = models.DateTimeField()
    closed_by = models.CharField(max_length=150)

    class Meta:
        verbose_name = "month of pay"
        verbose_name_plural = "months of pay"
        constraints = [
            models.CheckConstraint(condition=Q(begin__lt=F("end")), name="paid_month_not_empty")
        ]

    def __str__(self) -> str:
        return f"{self.begin.astimezone(ZoneInfo(self.time_zone)):%B %Y}"


class Payment(models.Model):
    """What one tagger did in a month, and gets for it; never changed, as its month.

    - `tasks` to `active_seconds`: of the month, with what came later for earlier ones
    - `earned`: in the month; `corrections`: what came later for earlier months
    - `brought`: what earlier months left: parts of a cent, or, below 0, what was paid too much
    - `paid`: the sum of the three in whole cents, half up, and never below 0
    """

    month = models.ForeignKey(PaidMonth, on_delete=models.PROTECT, related_name="payments")
    tagator = models.ForeignKey(Tagator, on_delete=models.PROTECT, related_name="payments")
    name = models.CharField(max_length=200)
    email = models.CharField(max_length=150)
    tasks = models.IntegerField()
    skipped = models.IntegerField()
    numbers = models.IntegerField()
    active_seconds = _sum(13, 3)
    earned = _sum(14, 4)
    corrections = _sum(14, 4)
    brought = _sum(14, 4)
    paid = _sum(12, 2)

    class Meta:
        verbose_name = "payment"
        constraints = [
            models.UniqueConstraint("month", "tagator", name="payment_once_a_month"),
            models.CheckConstraint(condition=Q(paid__gte=0), name="payment_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.paid}"
