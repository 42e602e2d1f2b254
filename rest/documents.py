"""The OpenAPI 3.1 document of an API group: one document for both versions."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from threading import Lock
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from rest.error_pages import not_allowed
from rest.groups import VERSIONS, ApiGroup, Route, versioned_routes

_SAFE = ("GET", "HEAD")


def build_document(group: ApiGroup, routes: Iterable[Route]) -> dict[str, Any]:
    """Return the document of a group with these routes (without base and version)."""
    patterns = versioned_routes(group, routes)
    generator: Any = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    versions = " and ".join(f"v{version}" for version in VERSIONS)
    info = {"title": group.title, "description": group.description, "version": versions}
    return {**generator.get_schema(request=None, public=True), "info": info}


def document_view(
    group: ApiGroup, routes: Iterable[Route]
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the view that serves the group's document, built once, at the first request."""
    building = Lock()  # the generator has module-level state
    document = cache(partial(build_document, group, routes))

    def view(request: HttpRequest) -> HttpResponseBase:
        if request.method not in _SAFE:
            return not_allowed(request, _SAFE)
        with building:
            return JsonResponse(document())

    return view


def generator_complaints() -> list[str]:
    return [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]  # noqa: SLF001
