"""Rows of the task history at moments that a test chooses, and months of pay that are closed."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from foundation.records.audit import Actor
from tagging.models import PaidMonth, Tagator, TaggingTask, TaskChange, TaskHistory
from tagging.pay.months import (
    CloseMonthCommand,
    close_month,
    get_next_month,
    payments_until,
    total_of,
)
from tagging.tests.factories import new_photo


def new_task() -> TaggingTask:
    """Return a task without a history of its own."""
    photo = new_photo()
    return TaggingTask.objects.create(photo=photo, album=photo.album)


def moment(text: str) -> datetime:
    """Return a moment in ISO 8601."""
    return datetime.fromisoformat(text)


def enter(tagator: Tagator, change: str, occurred_on: datetime | str, **counted: Any) -> None:
    """Write that a tagator changed some task at that moment."""
    at = moment(occurred_on) if isinstance(occurred_on, str) else occurred_on
    task = TaggingTask.objects.first() or new_task()
    TaskHistory.objects.create(
        task=task, change=change, occurred_on=at, priority=0, tagator=tagator, **counted
    )


def complete(tagator: Tagator, occurred_on: datetime | str, **counted: Any) -> None:
    """Write a completion: one task, two numbers, half a minute, 15 cents."""
    usual = {"tasks": 1, "numbers": 2, "active_seconds": 30, "amount": Decimal("0.15")}
    enter(tagator, TaskChange.COMPLETED, occurred_on, **{**usual, **counted})


def reopen(tagator: Tagator, occurred_on: datetime | str, **counted: Any) -> None:
    """Write that such a completion is taken back; its time stays."""
    usual = {"tasks": -1, "numbers": -2, "amount": Decimal("-0.15")}
    enter(tagator, TaskChange.REOPENED, occurred_on, **{**usual, **counted})


def skip(tagator: Tagator, occurred_on: datetime | str) -> None:
    """Write that a task was skipped."""
    enter(tagator, TaskChange.SKIPPED, occurred_on)


JULY = moment("2026-07-02T08:00Z")


def close(now: datetime = JULY, **fields: Any) -> PaidMonth:
    """Close the next month as it is seen at a moment."""
    month = get_next_month(now)
    total = total_of(payments_until(month.period, month.currency))
    seen = {"begin": month.period.begin, "total": total, "currency": month.currency, **fields}
    return close_month(CloseMonthCommand(now=now, by=Actor("meg"), **seen))
