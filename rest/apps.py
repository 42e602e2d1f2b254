from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class RestConfig(AppConfig):
    name = "rest"

    def ready(self) -> None:
        import rest.checks
        import rest.schema_extensions  # noqa: F401 (its classes register themselves)
        from rest.roles import ensure_roles

        # An app without models of its own sends no such signal.
        users = apps.get_app_config("auth")
        post_migrate.connect(ensure_roles, sender=users, dispatch_uid="rest.ensure_roles")
