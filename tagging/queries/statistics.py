"""What taggers did and earned in a time: sums of the task history."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from operator import add
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from tagging.models import COUNTED, SKIP_TAKEN_BACK_SQL, Tagator, TagatorNotFound, TaskChange, money
from tagging.queries.intervals import Cut, TimesheetPeriod, whole

_HUNDREDTH = Decimal("0.01")

# Every tagger in every interval in which they did something, by one look at the index
# `history_of_a_tagator` each, whose condition is this list of changes. Without LIMIT the planner
# would read the whole history.
_ROWS = """
FROM tagging_tagator AS tagator
CROSS JOIN unnest(%(starts)s::timestamptz[], %(begins)s::timestamptz[], %(ends)s::timestamptz[])
    AS part (start, begins, ends)
CROSS JOIN LATERAL (
    SELECT FROM tagging_taskhistory
    WHERE tagator_id = tagator.id AND occurred_on >= part.begins AND occurred_on < part.ends
        AND change = ANY(%(counted)s)
    LIMIT 1
) AS something
WHERE %(tagators)s::uuid[] IS NULL OR tagator.id = ANY(%(tagators)s)
"""
_COUNT = f"SELECT count(*) {_ROWS}"
# Only the rows of the page are summed.
_PAGE = f"""
SELECT shown.id, shown.name, shown.email, shown.start, done.*
FROM (
    SELECT tagator.id, tagator.name, tagator.email, part.*
    {_ROWS}
    ORDER BY part.start, tagator.name, tagator.id OFFSET %(offset)s LIMIT %(limit)s
) AS shown
CROSS JOIN LATERAL (
    SELECT sum(tasks),
        count(*) FILTER (WHERE change = %(skipped)s)
            - count(*) FILTER (WHERE {SKIP_TAKEN_BACK_SQL}),
        sum(numbers), sum(active_seconds), sum(amount)
    FROM tagging_taskhistory
    WHERE tagator_id = shown.id AND occurred_on >= shown.begins AND occurred_on < shown.ends
        AND change = ANY(%(counted)s)
) AS done
ORDER BY shown.start, shown.name, shown.id
"""  # noqa: S608 (put together from the texts above)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done and earned: sums of the history.

    A reopening subtracts the task, or the skip, at the moment of the reopening, so all but the time
    may be negative in a short interval.
    """

    tasks_completed: int = 0
    tasks_skipped: int = 0
    numbers_added: int = 0
    active_seconds: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)

    def __add__(self, other: "Done") -> "Done":
        return Done(*map(add, astuple(self), astuple(other)))

    @property
    def tasks_per_hour(self) -> Decimal | None:
        """Completed tasks an hour of active time, rounded to two places; None without time."""
        if not self.active_seconds:
            return None
        rate = self.tasks_completed * 3600 / self.active_seconds
        return rate.quantize(_HUNDREDTH, ROUND_HALF_UP)

    @property
    def amount_text(self) -> str:
        return money(self.amount)


@dataclass(frozen=True, slots=True)
class Timesheet:
    """What one tagger did in one interval."""

    tagator_id: UUID
    name: str
    email: str
    interval_start: datetime
    done: Done


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorReport:
    """What taggers did and earned in a period, by name, with the total."""

    period: TimesheetPeriod
    currency: str
    rows: Sequence[Timesheet]

    @property
    def total(self) -> Done:
        return sum((row.done for row in self.rows), start=Done())


class Timesheets:
    """The timesheets of all or some taggers, in each interval in which they did something.

    By interval, then by the tagger's name. A slice reads and sums only its own rows.
    """

    ordered = True

    def __init__(self, cuts: Sequence[Cut], tagator_ids: Sequence[UUID] | None = None) -> None:
        self._asked: dict[str, Any] = {
            "starts": [each.interval_start for each in cuts],
            "begins": [each.part.begin for each in cuts],
            "ends": [each.part.end for each in cuts],
            "tagators": None if tagator_ids is None else list(tagator_ids),
            "counted": [change.value for change in COUNTED],
            "skipped": TaskChange.SKIPPED.value,
        }

    def count(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, self._asked)
            [(found,)] = cursor.fetchall()
        return int(found)

    def __getitem__(self, part: slice) -> list[Timesheet]:
        offset = part.start or 0
        limit = None if part.stop is None else part.stop - offset
        with connection.cursor() as cursor:
            cursor.execute(_PAGE, {**self._asked, "offset": offset, "limit": limit})
            return [
                Timesheet(tagator_id, name, email, start, Done(*sums))
                for tagator_id, name, email, start, *sums in cursor.fetchall()
            ]


def timesheets_by_tagator(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> Timesheets:
    """Return one timesheet a tagger over the whole period, without those who did nothing."""
    return Timesheets(whole(period), tagator_ids)


def get_statistic(tagator_id: UUID, period: TimesheetPeriod) -> Done:
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    found = timesheets_by_tagator(period, [tagator.pk])[:1]
    return found[0].done if found else Done()


def get_tagator_report(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> TagatorReport:
    """Return the report of these taggers, each with a row; None: of all who did something."""
    rows = timesheets_by_tagator(period, tagator_ids)[:]
    if tagator_ids is not None:
        busy = {row.tagator_id for row in rows}
        rows += [
            Timesheet(each.pk, each.name, each.email, period.begin, Done())
            for each in _named(tagator_ids)
            if each.pk not in busy
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
