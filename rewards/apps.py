from django.apps import AppConfig


class RewardsConfig(AppConfig):
    name = "rewards"

    def ready(self) -> None:
        from messaging.jobs.kinds import register_job_kind  # models are there only now
        from rewards.commands.dry_runs import DryRuns

        register_job_kind(DryRuns())
