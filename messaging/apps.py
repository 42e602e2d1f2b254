from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        """Register the system checks and the outbox metrics."""
        import messaging.checks
        import messaging.metrics  # noqa: F401 (both register themselves)
