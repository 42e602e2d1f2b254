"""What others read of tagging: counts of tasks, and their changes for a photo's history."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from recognition.models import Photo
from recognition.queries.photos.history.entries import HistoryEntry
from tagging.models import TaggingTask, TaggingTaskState, TaskHistory


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskCount:
    """How many tasks are in a state; `since`: when the oldest of them was created."""

    count: int = 0
    since: datetime | None = None


def count_unfinished_tasks() -> dict[TaggingTaskState, TaskCount]:
    """Count the open and the assigned tasks, by an index of unfinished tasks alone."""
    tasks = TaggingTask.objects.unfinished().order_by().values_list("state")
    counted = tasks.annotate(count=Count("pk"), since=Min("created_on"))
    found = {state: TaskCount(count=count, since=since) for state, count, since in counted}
    return {
        state: found.get(state, TaskCount())
        for state in (TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED)
    }


def task_changes(photo: Photo) -> Iterator[HistoryEntry]:
    """Return every change of the photo's tagging tasks, the oldest first."""
    for change in TaskHistory.objects.filter(task__photo=photo).order_by("pk"):
        by = f" by {change.actor}" if change.actor else ""
        why = f": {change.reason}" if change.reason else ""
        yield HistoryEntry(
            occurred_on=change.occurred_on,
            kind=f"Task{change.change}",
            text=f"Tagging task {change.get_change_display().lower()}{by}{why}.",
            details={
                "taskId": str(change.task_id),
                "actor": change.actor,
                "reason": change.reason,
                "priority": change.priority,
            },
        )
