from django.apps import AppConfig


class ActivitiesConfig(AppConfig):
    name = "activities"

    def ready(self) -> None:
        from activities.handlers import subscribe_to_topics

        subscribe_to_topics()
