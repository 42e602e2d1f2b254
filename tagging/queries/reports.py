"""The report by which tagators are paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from tagging.models import Tagator, TagatorNotFound
from tagging.queries.intervals import TimesheetPeriod
from tagging.queries.statistics import Done, Timesheet, timesheets_by_tagator


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorReport:
    """What tagators did and earned in a period, each and all together; by name."""

    period: TimesheetPeriod
    currency: str
    rows: Sequence[Timesheet]

    @property
    def total(self) -> Done:
        """The sums of the rows."""
        return sum((row.done for row in self.rows), start=Done())


def get_tagator_report(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> TagatorReport:
    """Return the report of these tagators; of all who did something, where none are named.

    A tagator who is named has a row in any case.

    :raises TagatorNotFound: one of those named does not exist.
    """
    rows = timesheets_by_tagator(period, tagator_ids)[:]
    if tagator_ids is not None:
        busy = {row.tagator_id for row in rows}
        rows += [
            _idle(tagator, period) for tagator in _named(tagator_ids) if tagator.pk not in busy
        ]
    return TagatorReport(
        period=period,
        currency=settings.TAGGING_CURRENCY,
        rows=sorted(rows, key=lambda row: (row.name, row.tagator_id)),
    )


def _named(tagator_ids: Sequence[UUID]) -> list[Tagator]:
    tagators = Tagator.objects.in_bulk(tagator_ids)
    for tagator_id in tagator_ids:
        if tagator_id not in tagators:
            raise TagatorNotFound(f"No tagator {tagator_id}.")
    return list(tagators.values())


def _idle(tagator: Tagator, period: TimesheetPeriod) -> Timesheet:
    return Timesheet(
        tagator_id=tagator.pk,
        name=tagator.name,
        email=tagator.email,
        interval_start=period.begin,
        done=Done(),
    )
