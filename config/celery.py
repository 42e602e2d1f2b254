"""The Celery application: queues and their order come from settings, tasks from the apps."""

import os
from typing import Any

from celery import Celery
from celery.signals import import_modules, task_postrun
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.starting import require_working_settings
from records.garbage import collect_less_garbage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("finishline")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)  # a task logs the id of its request


@import_modules.connect
def check_settings(**_: Any) -> None:
    """Let no worker and no beat start with settings that cannot work.

    At this point Celery runs Django's checks too, but it discards what they find.
    """
    require_working_settings()
    collect_less_garbage()


@task_postrun.connect
def give_connections_back(task: Any, **_: Any) -> None:
    """Give the task's database connections back to their pool."""
    if not task.request.is_eager:
        from django.db import close_old_connections  # not before the settings are read

        close_old_connections()


@task_postrun.connect
def note_heartbeat(task: Any, **_: Any) -> None:
    """Note that the queue of this task has a worker that finishes tasks."""
    if not task.request.is_eager:
        from messaging import heartbeats  # not before the settings are read

        heartbeats.note(task.name, task.request.delivery_info["routing_key"])
