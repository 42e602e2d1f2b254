"""What tagging answers when it is asked."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from tagging.models import TaggingTask, TaskState


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCount:
    """How many tasks are in a state, and when the oldest of them was created."""

    count: int = 0
    since: datetime | None = None


def count_unfinished_tasks() -> dict[TaskState, TaskCount]:
    """Count the open and the assigned tasks, by an index that holds no others."""
    tasks = TaggingTask.objects.unfinished().order_by().values_list("state")
    counted = tasks.annotate(count=Count("pk"), since=Min("created_on"))
    found = {state: TaskCount(count=count, since=since) for state, count, since in counted}
    return {state: found.get(state, TaskCount()) for state in (TaskState.OPEN, TaskState.ASSIGNED)}
