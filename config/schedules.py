"""Beat's first schedules: `migrate` creates missing rows, which staff change from then on."""

from datetime import timedelta
from typing import Any

from celery.schedules import crontab


def _every(seconds: int, task: str, **options: Any) -> dict[str, Any]:
    """Return an entry whose message expires when the next one is sent."""
    found = {"expire_seconds": seconds, **options}
    return {"task": task, "schedule": timedelta(seconds=seconds), "options": found}


# What is daily has hour 4: of other hours beat forgets what it missed more than two hours ago.
SCHEDULES: dict[str, dict[str, Any]] = {
    "deliver due outbox messages": _every(5, "messaging.sweep_outbox", queue="outbox"),
    "prune delivered messages": {
        "task": "messaging.prune",
        "schedule": crontab(hour="4", minute="30"),
    },
    "delete old rows of the audit": {
        "task": "records.prune_audit",
        "schedule": crontab(hour="4", minute="50"),
    },
    "delete answers kept for repeated calls": {
        "task": "rest.delete_kept_answers",
        "schedule": crontab(minute="27"),
    },
    "make partitions ahead": {"task": "records.make_partitions", "schedule": crontab(minute="27")},
    "process due photos": _every(5, "recognition.sweep_photos"),
    "count photos by the hour": _every(60, "recognition.count_hours"),
    "judge numbers again": _every(10, "recognition.judge_numbers"),
    "look for changed start lists": _every(300, "recognition.check_start_lists"),
    "continue due jobs": _every(5, "messaging.sweep_jobs"),
    "process albums with unattended photos": {
        "task": "recognition.start_scheduled_jobs",
        "schedule": crontab(minute="17"),
    },
    "prune finished jobs": {
        "task": "messaging.prune_jobs",
        "schedule": crontab(hour="4", minute="40"),
    },
    "remove old copies of pictures": {
        "task": "recognition.sweep_pictures",
        "schedule": crontab(minute="47"),
    },
    "count unfinished tasks": _every(60, "tagging.count_tasks"),
    "expire overdue works": _every(15, "tagging.expire_works"),
    "delete what albums kept long enough": {
        "task": "recognition.start_retentions",
        "schedule": crontab(hour="4", minute="20"),
    },
    "delete old callbacks": {
        "task": "recognition.delete_callbacks",
        "schedule": crontab(hour="4", minute="10"),
    },
    "give up and delete old selfies": _every(5, "recognition.end_selfies"),
}
