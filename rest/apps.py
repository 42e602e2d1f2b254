from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.urls import register_converter
from django.urls.converters import UUIDConverter


class GuidConverter(UUIDConverter):
    """`<guid:name>`: a guid with its hyphens, in either case."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"


class RestConfig(AppConfig):
    name = "rest"

    def ready(self) -> None:
        import rest.checks  # noqa: F401 (registers its checks)
        from rest.roles import ensure_roles

        register_converter(GuidConverter, "guid")
        post_migrate.connect(ensure_roles, dispatch_uid="rest.ensure_roles")
