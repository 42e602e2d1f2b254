"""The OpenAPI 3.1 document of an API group, both versions in one."""

from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from rest.groups import VERSIONS, ApiGroup, Route, versioned_routes

VERSIONS_NAMED = " and ".join(f"v{version}" for version in VERSIONS)


def build_document(group: ApiGroup, routes: Iterable[Route]) -> dict[str, Any]:
    """Return the group's document.

    :param routes: what the apps offer to the group, without base and version.
    """
    patterns = versioned_routes(group, routes)
    generator: Any = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    document: dict[str, Any] = generator.get_schema(request=None, public=True)
    named = {"title": group.title, "description": group.description, "version": VERSIONS_NAMED}
    return {**document, "info": named}


def document_view(
    group: ApiGroup, routes: Iterable[Route]
) -> Callable[[HttpRequest], JsonResponse]:
    """Return the view that serves the group's document; it is built once, at the first request."""
    building = Lock()  # the generator keeps its state in its module

    @cache
    def document() -> dict[str, Any]:
        return build_document(group, routes)

    @require_safe
    def view(_: HttpRequest) -> JsonResponse:
        with building:
            return JsonResponse(document())

    return view


def generator_complaints() -> list[str]:
    """Return what the generator complained of while building the latest document."""
    return [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]  # noqa: SLF001
