from django.apps import AppConfig


class ExportsConfig(AppConfig):
    name = "foundation.exports"

    def ready(self) -> None:
        from foundation.exports.commands import Exports  # models are there only now
        from foundation.messaging.jobs import register_job_kind

        register_job_kind(Exports())
