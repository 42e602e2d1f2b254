from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        """Have the outbox's gauges in this process's metrics, and beat's rows after `migrate`."""
        import messaging.checks  # noqa: F401 (they register themselves)
        from messaging import metrics, schedules

        metrics.register()
        post_migrate.connect(schedules.make_missing, sender=self)
