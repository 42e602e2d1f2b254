from django.apps import AppConfig


class MovingConfig(AppConfig):
    name = "foundation.moving"

    def ready(self) -> None:
        from foundation.messaging.jobs import register_job_kind  # models are there only now
        from foundation.moving.importing import FolderImports

        register_job_kind(FolderImports())
