"""The position of jobs that read rows in the order of their creation."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from foundation.messaging.jobs.models import LongJob

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPosition:
    """The last row that was read: when it was created, and its id."""

    created_on: datetime
    pk: UUID

    @classmethod
    def of(cls, job: LongJob) -> Self | None:
        if job.position is None:
            return None
        on, pk = job.position["createdOn"], job.position["id"]
        return cls(created_on=datetime.fromisoformat(on), pk=UUID(pk))

    def as_json(self) -> dict[str, str]:
        return {"createdOn": self.created_on.isoformat(), "id": str(self.pk)}


def rows_after(rows: QuerySet[M], position: RowPosition | None) -> QuerySet[M]:
    """Return the rows behind a position, by `created_on` and id, in this order."""
    if position is not None:
        on = position.created_on
        # The condition on `created_on` alone is what an index can use.
        later = Q(created_on__gt=on) | Q(created_on=on, pk__gt=position.pk)
        rows = rows.filter(later, created_on__gte=on)
    return rows.order_by("created_on", "pk")
