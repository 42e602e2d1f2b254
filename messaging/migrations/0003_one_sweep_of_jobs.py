"""Beat's schedules of the jobs that are long jobs now: one sweep and one pruning for all kinds."""

from typing import Any

from django.db import migrations

RENAMED = {
    "recognition.sweep_jobs": "messaging.sweep_jobs",
    "recognition.prune_jobs": "messaging.prune_jobs",
}
GONE = ("rewards.sweep_dry_runs", "rewards.prune_dry_runs")


def rename_tasks(apps: Any, _: Any) -> None:
    tasks = apps.get_model("django_celery_beat", "PeriodicTask").objects
    for old, new in RENAMED.items():
        tasks.filter(task=old).update(task=new)
    tasks.filter(task__in=GONE).delete()


class Migration(migrations.Migration):
    dependencies = [("messaging", "0002_outbox_statistics"), ("django_celery_beat", "0001_initial")]

    operations = [migrations.RunPython(rename_tasks, migrations.RunPython.noop)]
