"""Timesheets: sums of the history of tasks, as records that staff may have the right to see."""

from tagging.models.tasks import TaskHistory


class TimeSheet(TaskHistory):
    """What tagators did, and for how much; a proxy, for a page and permissions of its own."""

    class Meta:
        proxy = True
        verbose_name = "timesheet"
