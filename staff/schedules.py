"""The rows of beat's schedule, made once and staff's from then on."""

from typing import Any

from django.apps import apps as installed
from django.apps.registry import Apps
from django.conf import settings
from django.db import transaction


def make_missing(*, apps: Apps = installed, **_: Any) -> None:
    """Make a row of each entry of `SCHEDULES` that has none by its name; leave the others alone.

    Receives `post_migrate`. Celery's own setting would be written over staff's changes at every
    start of beat.
    """
    # One app may be migrated before the tables of beat are there.
    if _has_tables(apps):
        with transaction.atomic():
            _make_missing()


def _make_missing() -> None:
    # Not before the apps are ready.
    from django_celery_beat.models import PeriodicTask
    from django_celery_beat.schedulers import ModelEntry

    there = set(PeriodicTask.objects.values_list("name", flat=True))
    for name, entry in settings.SCHEDULES.items():
        if name not in there:
            ModelEntry.from_entry(name, **entry)


def _has_tables(apps: Apps) -> bool:
    try:
        apps.get_model("django_celery_beat", "PeriodicTask")
    except LookupError:
        return False
    return True
