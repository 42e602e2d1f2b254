"""The API groups and their versions: five bases, each with its own document and page."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.urls import URLPattern, URLResolver, include, path

Route = URLPattern | URLResolver

VERSIONS = (1, 2)
LATEST_VERSION = VERSIONS[-1]
V1_SHAPES_DEPRECATED_ON = datetime(2026, 11, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiGroup:
    """A set of endpoints for one kind of caller; `base` is the first segment of its addresses."""

    base: str
    title: str
    description: str

    @property
    def module(self) -> str:
        """The module of an app's `api` package that offers the group's `urlpatterns`: `admin`."""
        return self.base.removesuffix("-api")


ADMIN = ApiGroup(
    base="admin-api",
    title="Finishline AdminApi",
    description="For the staff front end and the platform's services.",
)
CLIENT = ApiGroup(
    base="client-api",
    title="Finishline ClientApi",
    description="For taggers' and participants' clients, and for providers' callbacks.",
)
INTERNAL = ApiGroup(
    base="internal-api",
    title="Finishline InternalApi",
    description="For services of the same platform; never reachable from outside.",
)
CALLBACKS = ApiGroup(
    base="callback-api",
    title="Finishline callback host",
    description="For activity sources: sport and sporadic activity callbacks.",
)
ACTIVITIES = ApiGroup(
    base="activity-api",
    title="Finishline activity read API",
    description="For services that read activities.",
)
GROUPS = (ADMIN, CLIENT, INTERNAL, CALLBACKS, ACTIVITIES)


def versioned_routes(
    group: ApiGroup, routes: Iterable[Route], versions: Iterable[int] = VERSIONS
) -> list[URLResolver]:
    """Return the group's routes under each of the versions."""
    listed = list(routes)
    return [
        path(f"{group.base}/api/v{version}/", include(listed), {"version": version})
        for version in versions
    ]


def is_api_path(address: str) -> bool:
    """Return whether an address (a path with its leading slash) is under a group's base."""
    first = address.lstrip("/").partition("/")[0]
    return any(first == group.base for group in GROUPS)
