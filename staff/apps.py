from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    name = "staff"

    def ready(self) -> None:
        """Create beat's schedules after `migrate`."""
        from staff import schedules

        beat = apps.get_app_config("django_celery_beat")
        post_migrate.connect(schedules.make_missing, sender=beat)
