"""What tagators did and earned in a time: sums of the task history, and of nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID

from django.db import connection

from tagging.models import COUNTED, Tagator, TaskChange
from tagging.models.tagators import money
from tagging.queries.intervals import Cut, TimesheetPeriod, whole

_HUNDREDTH = Decimal("0.01")

# Every tagator in every interval in which they did something. One look at the index
# `history_of_a_tagator`, whose condition the list of changes is, says so; LIMIT keeps the planner
# from reading the whole history for it.
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
    SELECT sum(tasks), count(*) FILTER (WHERE change = %(skipped)s), sum(numbers),
        sum(active_seconds), sum(amount)
    FROM tagging_taskhistory
    WHERE tagator_id = shown.id AND occurred_on >= shown.begins AND occurred_on < shown.ends
        AND change = ANY(%(counted)s)
) AS done
ORDER BY shown.start, shown.name, shown.id
"""  # noqa: S608 (put together from the texts above)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was done and earned: sums of the history.

    A task that was reopened is taken back at the moment of the reopening, so tasks, numbers and
    amount may be negative in a short interval.
    """

    tasks_completed: int = 0
    tasks_skipped: int = 0
    numbers_added: int = 0
    active_seconds: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)

    def __add__(self, other: "Done") -> "Done":
        return Done(
            tasks_completed=self.tasks_completed + other.tasks_completed,
            tasks_skipped=self.tasks_skipped + other.tasks_skipped,
            numbers_added=self.numbers_added + other.numbers_added,
            active_seconds=self.active_seconds + other.active_seconds,
            amount=self.amount + other.amount,
        )

    @property
    def tasks_per_hour(self) -> Decimal | None:
        """Completed tasks an hour of active time, rounded to two places; None without time."""
        if not self.active_seconds:
            return None
        rate = self.tasks_completed * 3600 / self.active_seconds
        return rate.quantize(_HUNDREDTH, ROUND_HALF_UP)

    @property
    def amount_text(self) -> str:
        """The amount as a decimal text, with at least two places."""
        return money(self.amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timesheet:
    """What one tagator did in one interval."""

    tagator_id: UUID
    name: str
    email: str
    interval_start: datetime
    done: Done


class Timesheets:
    """The timesheets of all tagators, or of some, in each interval in which they did something.

    By interval, then by the tagator's name. A slice reads and sums its own rows only.
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
        """Return how many there are."""
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, self._asked)
            [(found,)] = cursor.fetchall()
        return int(found)

    def __getitem__(self, part: slice) -> list[Timesheet]:
        offset = part.start or 0
        limit = None if part.stop is None else part.stop - offset
        with connection.cursor() as cursor:
            cursor.execute(_PAGE, {**self._asked, "offset": offset, "limit": limit})
            return [_timesheet(row) for row in cursor.fetchall()]


def timesheets_by_tagator(
    period: TimesheetPeriod, tagator_ids: Sequence[UUID] | None = None
) -> Timesheets:
    """Return one timesheet a tagator, over the whole period; none of those who did nothing."""
    return Timesheets(whole(period), tagator_ids)


def get_statistic(tagator_id: UUID, period: TimesheetPeriod) -> Done:
    """Return what a tagator did in a period.

    :raises TagatorNotFound: no such tagator.
    """
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    found = timesheets_by_tagator(period, [tagator.pk])[:1]
    return found[0].done if found else Done()


def _timesheet(row: tuple[Any, ...]) -> Timesheet:
    tagator_id, name, email, start, tasks, skipped, numbers, active_seconds, amount = row
    return Timesheet(
        tagator_id=tagator_id,
        name=name,
        email=email,
        interval_start=start,
        done=Done(
            tasks_completed=tasks,
            tasks_skipped=skipped,
            numbers_added=numbers,
            active_seconds=active_seconds,
            amount=amount,
        ),
    )
