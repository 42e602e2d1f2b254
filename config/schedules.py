"""What beat starts, and when, until staff change it: `migrate` makes the rows that are missing.

The shape is that of Celery's beat_schedule: name → task, schedule, options (`queue`,
`expire_seconds`). A changed entry changes no row that is there already: it may be staff's.
"""

from datetime import timedelta
from typing import Any

from celery.schedules import crontab

SCHEDULES: dict[str, dict[str, Any]] = {
    "deliver what is due in the outbox": {
        "task": "messaging.sweep_outbox",
        "schedule": timedelta(seconds=5),
        "options": {"queue": "outbox", "expire_seconds": 5},
    },
    "prune what is delivered": {
        "task": "messaging.prune",
        "schedule": crontab(hour="3", minute="30"),
    },
    "process photos that are due": {
        "task": "recognition.sweep_photos",
        "schedule": timedelta(seconds=5),
        "options": {"expire_seconds": 5},
    },
    "go on with jobs that are due": {
        "task": "recognition.sweep_jobs",
        "schedule": timedelta(seconds=5),
        "options": {"expire_seconds": 5},
    },
    "process albums with photos that nobody waits for": {
        "task": "recognition.start_scheduled_jobs",
        "schedule": crontab(minute="17"),
    },
    "prune finished jobs": {
        "task": "recognition.prune_jobs",
        "schedule": crontab(hour="3", minute="40"),
    },
    "give up and forget selfies": {
        "task": "recognition.end_selfies",
        "schedule": timedelta(seconds=60),
        "options": {"expire_seconds": 60},
    },
}
