"""Beat's first schedules: `migrate` creates missing rows, and staff may change them.

The format is that of Celery's beat_schedule: name → task, schedule, options (`queue`,
`expire_seconds`). A changed entry does not change an existing row, which staff may have edited.
"""

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

SCHEDULES: dict[str, dict[str, Any]] = {
    "deliver due outbox messages": {
        "task": "messaging.sweep_outbox",
        "schedule": timedelta(seconds=5),
        "options": {"queue": "outbox", "expire_seconds": 5},
    },
    "prune delivered messages": {
        "task": "messaging.prune",
        "schedule": crontab(hour="3", minute="30"),
    },
    "process due photos": {
        "task": "recognition.sweep_photos",
        "schedule": timedelta(seconds=5),
        "options": {"expire_seconds": 5},
    },
    "judge numbers again": {
        "task": "recognition.judge_numbers",
        "schedule": timedelta(seconds=10),
        "options": {"expire_seconds": 10},
    },
    "continue due jobs": {
        "task": "messaging.sweep_jobs",
        "schedule": timedelta(seconds=5),
        "options": {"expire_seconds": 5},
    },
    "process albums with unattended photos": {
        "task": "recognition.start_scheduled_jobs",
        "schedule": crontab(minute="17"),
    },
    "prune finished jobs": {
        "task": "messaging.prune_jobs",
        "schedule": crontab(hour="3", minute="40"),
    },
    "expire overdue works": {
        "task": "tagging.expire_works",
        "schedule": timedelta(seconds=15),
        "options": {"expire_seconds": 15},
    },
    "give up and delete old selfies": {
        "task": "recognition.end_selfies",
        "schedule": timedelta(seconds=5),
        "options": {"expire_seconds": 5},
    },
}
