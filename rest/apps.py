from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RestConfig(AppConfig):
    name = "rest"

    def ready(self) -> None:
        import rest.checks
        import rest.schema_extensions  # noqa: F401 (its classes register themselves)
        from rest.roles import ensure_roles

        post_migrate.connect(ensure_roles, sender=self, dispatch_uid="rest.ensure_roles")
