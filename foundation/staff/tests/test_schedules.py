"""Schedules are created once; from then on staff change them."""

import pytest
from celery import current_app
from celery.schedules import crontab
from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import CrontabSchedule, PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

from foundation.records.models import AuditEntry
from foundation.staff.apps import make_missing_schedules

pytestmark = pytest.mark.django_db(transaction=True)

PRUNING = "prune delivered messages"


def migrate() -> None:
    call_command("migrate", verbosity=0)


def start_beat() -> DatabaseScheduler:
    return DatabaseScheduler(app=current_app)


def test_migrate_makes_what_is_missing_and_each_names_a_task_and_a_queue_that_exist():
    PeriodicTask.objects.all().delete()

    migrate()

    made = PeriodicTask.objects.all()
    current_app.loader.import_default_modules()
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    assert {row.name for row in made} == set(settings.SCHEDULES)
    assert {row.task for row in made} <= set(current_app.tasks)
    assert {row.queue for row in made} <= {None, *queues}


def test_a_made_row_keeps_schedule_queue_and_expiry():
    PeriodicTask.objects.all().delete()

    migrate()

    pruning = PeriodicTask.objects.get(name=PRUNING)
    sweep = PeriodicTask.objects.get(task="messaging.sweep_outbox")
    assert pruning.schedule == crontab(hour="4", minute="30")
    assert (sweep.interval.every, sweep.interval.period) == (5, "seconds")
    assert (sweep.queue, sweep.expire_seconds) == ("outbox", 5)


def test_what_staff_changed_survives_beat_and_migrate():
    migrate()
    evening = CrontabSchedule.objects.create(hour="21", minute="5")
    PeriodicTask.objects.filter(name=PRUNING).update(crontab=evening, enabled=False)

    start_beat()
    migrate()

    row = PeriodicTask.objects.get(name=PRUNING)
    assert (row.crontab, row.enabled) == (evening, False)


def test_a_deleted_row_comes_back_on_migrate_only():
    migrate()
    PeriodicTask.objects.filter(name=PRUNING).delete()

    start_beat()
    before = PeriodicTask.objects.filter(name=PRUNING).count()
    migrate()

    assert (before, PeriodicTask.objects.filter(name=PRUNING).count()) == (0, 1)


def test_beat_starts_what_the_rows_say_and_adds_none_of_its_own():
    PeriodicTask.objects.all().delete()
    migrate()
    sweep = PeriodicTask.objects.get(task="messaging.sweep_outbox")

    beat = start_beat()

    assert beat.schedule[sweep.name].options["expires"] == 5
    assert {row.name for row in PeriodicTask.objects.all()} == set(settings.SCHEDULES)


def test_nothing_is_made_while_beat_has_no_tables():
    PeriodicTask.objects.all().delete()

    make_missing_schedules(apps=Apps())

    assert not PeriodicTask.objects.exists()


def act(client: Client, action: str, *rows: PeriodicTask) -> list[str]:
    """Order an action on rows of the list; return what the next page says."""
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    address = reverse("admin:django_celery_beat_periodictask_changelist")
    page = client.post(address, chosen, secure=True, follow=True)
    return [str(each) for each in page.context["messages"]]


def test_a_row_of_a_task_that_is_gone_starts_none_and_no_audit_says_so(admin_client: Client):
    migrate()
    gone = PeriodicTask.objects.get(name=PRUNING)
    PeriodicTask.objects.filter(pk=gone.pk).update(task="messaging.of_before")

    said = act(admin_client, "run_tasks", gone)

    assert said == ['task "messaging.of_before" not found']
    assert not AuditEntry.objects.filter(action="Started").exists()


def test_switching_counts_those_that_were_not_so(admin_client: Client):
    migrate()
    on, off = PeriodicTask.objects.filter(task__startswith="messaging.")[:2]
    PeriodicTask.objects.filter(pk=off.pk).update(enabled=False)

    said = act(admin_client, "enable_tasks", on, off)
    again = act(admin_client, "enable_tasks", on, off)

    assert (said, again) == (["1 task enabled."], ["Nothing was changed."])
    [audited] = AuditEntry.objects.filter(changes__has_key="enabled")
    assert (audited.record_id, audited.changes["enabled"]) == (str(off.pk), [False, True])
