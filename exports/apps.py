from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "exports"

    def ready(self) -> None:
        from exports.commands import Exports  # models are there only now
        from messaging.jobs.kinds import register_job_kind

        register_job_kind(Exports())
