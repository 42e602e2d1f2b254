"""The OpenAPI documents of the groups, each made once in a process: it takes a second."""

from functools import cache
from typing import Any

from config.urls import routes_of
from foundation.rest.documents import build_document
from foundation.rest.groups import ApiGroup


@cache
def document_of(group: ApiGroup) -> dict[str, Any]:
    """Return a group's document; other tests read it too, so it may not be changed."""
    return build_document(group, routes_of(group))
