"""Rows that are due at a time of their own, and how processes share them."""

from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models import F

M_co = TypeVar("M_co", bound=models.Model, covariant=True)

# A sweep chooses by priority among so many of the rows that have been due longest. In a great
# backlog it would otherwise sort all of it every few seconds.
CANDIDATES = 2000


class DueQuerySet(models.QuerySet[M_co]):
    """Rows that a machine works on from `next_attempt_on` on; null: nothing to do."""

    album: ClassVar = "album"
    due_on: ClassVar[Any] = F("next_attempt_on")

    def longest_due(self, now: datetime, count: int) -> "DueQuerySet[M_co]":
        """Of the rows due, the `count` that have been due longest; unordered."""
        due = self.filter(next_attempt_on__lte=now)
        return due.filter(pk__in=due.order_by("next_attempt_on").values("pk")[:count])

    def lock_due(self, now: datetime, limit: int, candidates: int = CANDIDATES) -> list[M_co]:
        """Lock up to `limit` rows that are due and that no other process is claiming.

        Of the `candidates` that have been due longest, those of albums with the highest priority
        come first, then the oldest. The caller gives them their next time in this transaction.
        """
        rows = self.longest_due(now, candidates).select_related(self.album)
        by_priority = rows.order_by(f"-{self.album}__priority", self.due_on)
        return list(by_priority.select_for_update(of=("self",), skip_locked=True)[:limit])
