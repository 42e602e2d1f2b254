from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.urls import register_converter


class RestConfig(AppConfig):
    name = "rest"

    def ready(self) -> None:
        import rest.checks  # noqa: F401 (registers its checks)
        from rest.paths import GuidConverter
        from rest.roles import ensure_roles

        register_converter(GuidConverter, "guid")
        post_migrate.connect(ensure_roles, dispatch_uid="rest.ensure_roles")
