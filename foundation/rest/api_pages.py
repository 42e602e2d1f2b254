"""The page of an API group, `{base}/docs`: to learn from and to try, a version at a time."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, URLPattern, path, reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from foundation.rest.code_samples import code_samples
from foundation.rest.documents import Documents
from foundation.rest.error_pages import permission_denied
from foundation.rest.groups import GROUPS, VERSIONS, ApiGroup
from foundation.rest.pages import MAX_PAGE_SIZE
from foundation.rest.second_factor import is_required
from foundation.rest.tokens import tokens_for

_INTRODUCTION = Path(__file__).with_name("introduction.md")
# What a running system answered to reads in version 2, by address (`script/examples`).
_RECORDED = Path(__file__).with_name("recorded.json")
# The viewer styles its parts by attributes, and compiles nothing at run time.
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def page_routes(group: ApiGroup, documents: Documents) -> list[URLPattern]:
    """Return the addresses of a group's page, its documents and its tokens."""

    @require_safe
    def page(request: HttpRequest) -> HttpResponseBase:
        response = render(request, "api_page.html", {"group": group, **_shown(request, group)})
        response["Content-Security-Policy"] = POLICY
        return response

    @cache
    def annotated(version: int) -> dict[str, Any]:
        return _annotated(group, documents.of_version(version))

    @require_safe
    def document(_: HttpRequest, version: int) -> HttpResponseBase:
        return JsonResponse(annotated(version))

    base = f"{group.base}/docs"
    return [
        path(base, page),
        *(path(f"{base}/v{each}", document, {"version": each}) for each in VERSIONS),
        path(f"{base}/token", make_token),
    ]


@require_POST
@never_cache
def make_token(request: HttpRequest) -> HttpResponseBase:
    """Make an access token for the member of staff who is signed in."""
    user = _member(request)
    if user is None:
        return permission_denied(request, None)
    made = tokens_for(user)
    return JsonResponse({"accessToken": made.access_token, "expiresOn": made.expires_on})


def _member(request: HttpRequest) -> User | None:
    """Return the member of staff who is signed in, with the second step where it is required."""
    user: Any = request.user
    is_in = admin.site.has_permission(request) and (user.is_verified() or not is_required())
    return user if is_in else None


def _shown(request: HttpRequest, group: ApiGroup) -> dict[str, Any]:
    served = [each for each in GROUPS if each.base in settings.ENABLED_API_GROUPS]
    return {
        "groups": served,
        "member": _member(request),
        "sign_in": _sign_in_address(request),
        "config": {
            "base": group.base,
            "versions": [
                {
                    "title": f"Version {each}",
                    "slug": f"v{each}",
                    "url": f"/{group.base}/docs/v{each}",
                }
                for each in sorted(VERSIONS, reverse=True)
            ],
        },
    }


def _sign_in_address(request: HttpRequest) -> str:
    try:
        return f"{reverse('admin:login')}?{urlencode({'next': request.path})}"
    except NoReverseMatch:  # this process does not serve the staff's site
        return ""


def _annotated(group: ApiGroup, plain: dict[str, Any]) -> dict[str, Any]:
    """Return a document with the introduction, recorded answers, and samples of code."""
    found = deepcopy(plain)
    text = _INTRODUCTION.read_text(encoding="utf-8")
    found["info"]["description"] = text.format(
        description=group.description, max_page_size=MAX_PAGE_SIZE
    )
    recorded = json.loads(_RECORDED.read_text(encoding="utf-8"))
    for address, place in found["paths"].items():
        for method, operation in place.items():
            if method == "get" and not operation.get("deprecated"):
                _show_recorded(operation, recorded.get(address.replace("/api/v1/", "/api/v2/")))
            samples = code_samples(settings.PUBLIC_URL, address, method, operation)
            operation["x-codeSamples"] = samples
    return found


def _show_recorded(operation: dict[str, Any], answer: Any) -> None:
    """Let a recorded answer come before the example that was written by hand."""
    if answer is not None:
        content = operation["responses"]["200"]["content"]["application/json"]
        example = {"summary": "Answered by a running system", "value": answer}
        content["examples"] = {"Recorded": example, **content.get("examples", {})}
