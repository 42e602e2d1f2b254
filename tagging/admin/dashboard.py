"""Tagging on the staff's first page: what waits, who works on it, and how long it will take."""

from datetime import datetime

from django.db.models import Model

from staff.dashboard import Figure, Section, amount, span
from staff.links import address_of_list
from tagging.models import TaggingTask, TaggingTaskState, TimeSheet, Work
from tagging.queries.pace import (
    AtWork,
    count_at_work,
    count_completed,
    count_unfinished_tasks,
    time_left,
)


def tasks(now: datetime) -> Section:
    """Return how many tasks are unfinished, who is at work, and the pace of the last hour."""
    counted = count_unfinished_tasks()
    unfinished = [
        _figure(
            TaggingTask,
            f"{state.label} tasks",
            amount(each.count),
            f"the oldest for {span(now - each.since)}" if each.since else "",
            state=state.value,
        )
        for state, each in counted.items()
    ]
    completed = count_completed(now)
    return Section(
        title="Tagging",
        figures=[
            *unfinished,
            _at_work(count_at_work(now)),
            _figure(TimeSheet, "Completed in the last hour", amount(completed)),
            _estimate(counted[TaggingTaskState.OPEN].count, completed),
        ],
    )


def _at_work(at_work: AtWork) -> Figure:
    note = f"{amount(at_work.busy)} completed a task in the last 10 min" if at_work.works else ""
    return _figure(Work, "Taggers at work", amount(at_work.works), note)


def _estimate(open_tasks: int, completed: int) -> Figure:
    title = "Open tasks will take"
    rest = time_left(open_tasks, completed)
    if not open_tasks:
        value, note = "0 s", "no task is open"
    elif rest is None:
        value, note = "no pace", "no task was completed in the last hour"
    else:
        value, note = span(rest), "at the pace of the last hour"
    return _figure(TaggingTask, title, value, note)


def _figure(
    model: type[Model], title: str, value: str, note: str = "", **filters: object
) -> Figure:
    link = address_of_list(model, **filters)
    return Figure(title=title, value=value, note=note, model=model, link=link)
