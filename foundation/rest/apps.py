from uuid import UUID

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.urls import register_converter


class GuidConverter:
    """`<guid:name>`: a guid with its hyphens, in either case."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    to_python = UUID
    to_url = staticmethod(str)


class RestConfig(AppConfig):
    name = "foundation.rest"

    def ready(self) -> None:
        import foundation.rest.checks  # noqa: F401 (registers its checks)
        from foundation.rest.presets import ensure_presets
        from foundation.rest.roles import ensure_roles

        register_converter(GuidConverter, "guid")
        post_migrate.connect(ensure_roles, dispatch_uid="rest.ensure_roles")
        post_migrate.connect(ensure_presets, dispatch_uid="rest.ensure_presets")
