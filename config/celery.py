"""The Celery application: queues and their order come from settings, tasks from the apps."""

import os
from contextlib import ExitStack
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    import_modules,
    task_failure,
    task_postrun,
    task_prerun,
    task_success,
    worker_init,
    worker_process_shutdown,
)
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.starting import require_working_settings
from foundation.messaging import tracing
from foundation.records.garbage import freeze_loaded

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
    freeze_loaded()


@worker_init.connect
@beat_init.connect
def await_migrations(**_: Any) -> None:
    """Let no worker and no beat start on tables that are older than the code."""
    from foundation.records.unapplied_migrations import (
        wait_until_migrated,  # not before the settings are read
    )

    wait_until_migrated()


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
        from foundation.messaging import heartbeats  # not before the settings are read

        heartbeats.note(task.name, task.request.delivery_info["routing_key"])


@task_success.connect
def note_task_success(sender: Any, **_: Any) -> None:
    if not sender.request.is_eager:
        from foundation.messaging import heartbeats  # not before the settings are read

        heartbeats.note_success(sender.name)


@task_failure.connect
def note_task_failure(sender: Any, **_: Any) -> None:
    """Note a task that failed: its queue has a heartbeat all the same."""
    if not sender.request.is_eager:
        from foundation.messaging import heartbeats  # not before the settings are read

        heartbeats.note_failure(sender.name)


@before_task_publish.connect
def send_trace(headers: dict[str, Any], **_: Any) -> None:
    """Let the task continue the trace of what sent it."""
    headers.update(tracing.trace_headers())


@task_prerun.connect
def begin_span(task: Any, **_: Any) -> None:
    """Trace a task that something traced has sent, so none of beat's."""
    sent = getattr(task.request, tracing.TRACEPARENT, None)
    if tracing.is_on() and sent:
        task.request.spans = ExitStack()
        span = tracing.span(f"run {task.name}", kind="CONSUMER", continues=sent)
        task.request.traced = task.request.spans.enter_context(span)


@task_failure.connect
def trace_failure(sender: Any, exception: BaseException, **_: Any) -> None:
    if hasattr(sender.request, "traced"):
        sender.request.traced.fail(type(exception).__name__)


@task_postrun.connect
def end_span(task: Any, **_: Any) -> None:
    if hasattr(task.request, "spans"):
        task.request.spans.close()


@worker_process_shutdown.connect
def send_last_spans(**_: Any) -> None:
    """Send what is left: a process of the pool ends without Python's own clean-up."""
    tracing.stop()
