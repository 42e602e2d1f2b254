"""Tagging on the staff's first page: how many tasks are open, and how many are assigned."""

from datetime import datetime

from staff.dashboard import Figure, Section, amount, span
from staff.links import address_of_list
from tagging.models import TaggingTask
from tagging.queries import count_unfinished_tasks


def tasks(now: datetime) -> Section:
    """Return how many tagging tasks are unfinished, and how old the oldest are."""
    figures = [
        Figure(
            title=f"{state.label} tasks",
            value=amount(counted.count),
            note=f"the oldest for {span(now - counted.since)}" if counted.since else "",
            model=TaggingTask,
            link=address_of_list(TaggingTask, state=state.value),
        )
        for state, counted in count_unfinished_tasks().items()
    ]
    return Section(title="Tagging", figures=figures)
