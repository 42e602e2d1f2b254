"""Leases: a process works on a row alone until a moment; then another process may take it over.

Steps of photos, photos to be judged again, stored callbacks, long jobs, lanes of the outbox, and
the probe of a service that is paused are leased alike. A lease is taken by a conditional update,
which one of several processes wins. What came of the work is stored only while the lease is still
held: no transaction is open meanwhile, and a process that is late finds that another has taken the
row since, or that a sweep has given it up.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Index, Q, QuerySet


@dataclass(frozen=True, slots=True)
class Lease:
    """The columns of a lease.

    `until` is when another process may take the row. `claim` is the id of the process that holds
    it. If it is null, no process does, and `until` is when the row is due. A table without this
    column compares `until` instead: a process holds the row if it knows the exact time.
    """

    until: str
    claim: str = ""

    def held(self, by: UUID | datetime | None) -> Q:
        """Return the condition that this claim, or exact time, holds the row; None: it is free."""
        return Q((self.claim or self.until, by))

    def free(self, now: datetime) -> Q:
        """Return the condition that the row may be taken."""
        return self.held(None) | Q((f"{self.until}__lte", now))

    def values(self, until: datetime | None, by: UUID | None = None) -> dict[str, Any]:
        """Return what an update stores: a lease until then, or without `by` its end."""
        return {self.until: until, **({self.claim: by} if self.claim else {})}

    def index(self, name: str) -> Index:
        """Return the index by which rows that are due are found."""
        return Index(self.until, condition=Q((f"{self.until}__isnull", False)), name=name)

    def end_all(self, rows: QuerySet[Any], now: datetime) -> int:
        """End the leases on these rows, as no process runs; return how many.

        Rows with a claim are due now. Without that column, rows are free.
        """
        held = rows.filter(~self.held(None), (f"{self.until}__isnull", False))
        return held.update(**self.values(now if self.claim else None))


# In a text of SQL, of a lease without `claim` that ends by the database's time.
FREE = "({0}.leased_until IS NULL OR {0}.leased_until <= statement_timestamp())"
