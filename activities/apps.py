from django.apps import AppConfig


class ActivitiesConfig(AppConfig):
    name = "activities"

    def ready(self) -> None:
        import activities.steps  # noqa: F401 (registers its handlers)
        from activities import task_managers
        from activities.commands.recalculating import Recalculations
        from activities.commands.replaying import Replays
        from activities.handlers import subscribe_to_topics
        from activities.queries.past import StoredActivities
        from messaging.jobs.kinds import register_job_kind
        from rewards import past_activities

        subscribe_to_topics()
        task_managers.offer_queues()
        past_activities.register(StoredActivities())
        register_job_kind(Replays())
        register_job_kind(Recalculations())
