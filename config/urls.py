"""All addresses: the API groups of this process, and the staff's site."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from config.finding import find
from foundation.rest import passwords, second_step_pages
from foundation.rest.api_pages import page_routes
from foundation.rest.documents import Documents
from foundation.rest.groups import CLIENT, GROUPS, VERSIONS, ApiGroup, Route, versioned_routes
from foundation.staff.choosing import choices

handler400 = "foundation.rest.error_pages.bad_request"
handler403 = "foundation.rest.error_pages.permission_denied"
handler404 = "foundation.rest.error_pages.not_found"
handler500 = "foundation.rest.error_pages.server_error"


def routes_of(group: ApiGroup) -> list[Route]:
    """Return the group's routes: `admin_urls`, `client_urls` … of each `<app>/api.py`."""
    found = [import_module(f"{app}.api") for app in settings.OWN_APPS if find_spec(f"{app}.api")]
    return [route for module in found for route in getattr(module, f"{group.module}_urls", [])]


def group_urlpatterns(enabled: Iterable[str]) -> list[Route]:
    """Return the addresses of these groups: versions, document, page to try the API."""
    chosen = set(enabled)
    return [route for group in GROUPS if group.base in chosen for route in _group_routes(group)]


def _group_routes(group: ApiGroup) -> list[Route]:
    routes = routes_of(group)
    documents = Documents(group, routes)
    schema = f"{group.base}/schema"
    return [
        *versioned_routes(group, routes),
        path(schema, documents.view),
        *(path(f"{schema}/v{each}", documents.view, {"versions": (each,)}) for each in VERSIONS),
        *page_routes(group, documents),
    ]


def workbench_urlpatterns(enabled: Iterable[str]) -> list[Route]:
    """Return the addresses of the workbench: it is served beside the ClientApi, which it calls."""
    served = CLIENT.base in enabled
    return [path("workbench/", include("tagging.workbench"))] if served else []


_ENABLED = [group for group in GROUPS if group.base in settings.ENABLED_API_GROUPS]
_START = TemplateView.as_view(template_name="start.html", extra_context={"groups": _ENABLED})

urlpatterns: list[Route] = [
    path("", _START, name="start"),
    path(
        "admin/",
        include(
            [
                path("search/", find),
                path("autocomplete/", choices),
                path("login/", passwords.staff_sign_in),
                path("password_change/", passwords.change_own_password),
            ]
        ),
    ),
    path("admin/", admin.site.urls),
    path("password/", include(passwords)),
    path("second-step/", include(second_step_pages)),
    *workbench_urlpatterns(settings.ENABLED_API_GROUPS),
    *group_urlpatterns(settings.ENABLED_API_GROUPS),
]
