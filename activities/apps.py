from django.apps import AppConfig


class ActivitiesConfig(AppConfig):
    name = "activities"

    def ready(self) -> None:
        import activities.steps  # noqa: F401 (registers its handlers)
        from activities import task_managers
        from activities.handlers import subscribe_to_topics
        from activities.queries.past import StoredActivities
        from rewards import past_activities

        subscribe_to_topics()
        task_managers.offer_queues()
        past_activities.register(StoredActivities())
