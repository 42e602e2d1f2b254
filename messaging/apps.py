from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        """Have the outbox's gauges in this process's metrics."""
        import messaging.checks  # noqa: F401 (they register themselves)
        from messaging import metrics

        metrics.register()
