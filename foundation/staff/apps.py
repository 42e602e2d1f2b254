from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    name = "foundation.staff"

    def ready(self) -> None:
        beat = apps.get_app_config("django_celery_beat")
        post_migrate.connect(make_missing_schedules, sender=beat)


def make_missing_schedules(*, apps: Any = apps, **_: Any) -> None:
    """Create a row for each entry of `SCHEDULES` that has none; change no other row.

    Receives `post_migrate`. With Celery's own setting, each start of beat would overwrite what
    staff changed.
    """
    # The models can be imported only when the apps are ready.
    from django_celery_beat.models import PeriodicTask
    from django_celery_beat.schedulers import ModelEntry

    if "django_celery_beat" not in apps.app_configs:
        return  # its tables are not there yet
    with transaction.atomic():
        known = set(PeriodicTask.objects.values_list("name", flat=True))
        for name, entry in settings.SCHEDULES.items():
            if name not in known:
                ModelEntry.from_entry(name, **entry)
