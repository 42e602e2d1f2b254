from django.apps import AppConfig


class ActivitiesConfig(AppConfig):
    name = "activities"

    def ready(self) -> None:
        import activities.steps  # noqa: F401 (registers its handlers)
        from activities.handlers import subscribe_to_topics

        subscribe_to_topics()
