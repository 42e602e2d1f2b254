from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.urls import register_converter


class RestConfig(AppConfig):
    name = "rest"

    def ready(self) -> None:
        import rest.checks  # noqa: F401 (registers its checks)
        from rest.paths import GuidConverter
        from rest.roles import ensure_roles

        register_converter(GuidConverter, "guid")

        # rest has no models, so no such signal is sent for it.
        users = apps.get_app_config("auth")
        post_migrate.connect(ensure_roles, sender=users, dispatch_uid="rest.ensure_roles")
