from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        """Have the outbox's gauges in this process's metrics."""
        import messaging.checks
        import messaging.metrics  # noqa: F401 (both register themselves)
