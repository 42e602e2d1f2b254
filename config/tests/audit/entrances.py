"""The entrances by which something can be changed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.management import get_commands
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver

from config.urls import urlpatterns
from foundation.rest.operations import operation_of
from foundation.rest.views import ApiViewSet

READING = ("get", "head")
# Of every model; a form that may be sent is an entrance of its own.
USUAL = {"", "add/", "<path:object_id>/history/", "<path:object_id>/delete/",
         "<path:object_id>/change/", "<path:object_id>/"}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    method: str
    path: str
    view: type[ApiViewSet]
    action: str


def api_entrances() -> Mapping[str, Entrance]:
    """Return the operations that may change something, by view and action."""
    found: dict[str, Entrance] = {}
    for path, route in _routes(urlpatterns):
        view: Any = getattr(route.callback, "cls", object)
        if not issubclass(view, ApiViewSet):
            continue
        methods: dict[str, str] = getattr(route.callback, "actions")  # noqa: B009 (typed)
        for method, action in methods.items():
            if method not in READING:
                name = f"{view.__name__}.{action}"
                if name not in found or "api/v2/" in path:
                    found[name] = Entrance(method=method, path=path, view=view, action=action)
    return found


def staff_entrances(client: Client) -> set[str]:
    """Return forms, actions and further addresses of the staff's site."""
    request = RequestFactory().get("/")
    request.user = client.get("/admin/", secure=True).wsgi_request.user
    found = set()
    for model, options in admin.site._registry.items():
        name = f"{model._meta.app_label}.{model._meta.model_name}"
        for form in ("add", "change", "delete"):
            if getattr(options, f"has_{form}_permission")(request):
                found.add(f"{name} {form}")
        found |= {f"{name} action {action}" for action in options.get_actions(request)}
        further = {str(route.pattern) for route in options.get_urls()} - USUAL
        found |= {f"{name} {path}" for path in further}
    return found


def page_entrances() -> set[str]:
    """Return all other addresses: those that are neither of the APIs nor of a model's pages.

    Without those of Django that end in a pattern: an app's list, and what is found nowhere.
    """
    models = (model._meta for model in admin.site._registry)
    of_models = tuple(f"admin/{model.app_label}/{model.model_name}/" for model in models)
    return {
        path
        for path, route in _routes(urlpatterns)
        if not issubclass(getattr(route.callback, "cls", object), ApiViewSet)
        if not path.startswith(of_models) and not path.endswith("$")
    }


def command_entrances() -> set[str]:
    """Return our own commands, and Django's that we replace."""
    apps = {"config", *settings.OWN_APPS}
    return {name for name, app in get_commands().items() if app in apps}


def filled(path: str, given: Mapping[str, Any]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(given[str(found[1])]), path)


def body_of(entrance: Entrance) -> Any:
    """Return the example of the operation's body."""
    shape: Any = operation_of(entrance.view, entrance.action).takes_in(2)
    return shape.example if shape else None


def _routes(
    routes: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for route in routes:
        path = prefix + str(route.pattern)
        if isinstance(route, URLResolver):
            yield from _routes(route.url_patterns, path)
        else:
            yield path, route
