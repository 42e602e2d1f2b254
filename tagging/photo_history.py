"""What tagging adds to a photo's history: every change of its tasks."""

from collections.abc import Iterator

from recognition.models import Photo
from recognition.queries.photos.history.entries import HistoryEntry
from tagging.models import TaskHistory


def task_changes(photo: Photo) -> Iterator[HistoryEntry]:
    """Return each change of each tagging task that the photo has had."""
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
