"""Rows of the task history, as the commands write them, at moments that a test chooses."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from tagging.models import Tagator, TaggingTask, TaskChange, TaskHistory
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
