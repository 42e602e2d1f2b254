"""The page of an API group, `{base}/docs`: to learn from and to try, a version at a time."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from pprint import pformat
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

from foundation.rest.documents import Documents
from foundation.rest.error_pages import permission_denied
from foundation.rest.groups import GROUPS, VERSIONS, ApiGroup
from foundation.rest.pagination import MAX_PAGE_SIZE
from foundation.rest.second_factor import is_required
from foundation.rest.tokens import tokens_for

# How an operation is called: with curl, in Python and in TypeScript, for the pages of the API.
#
# Places in an address get values of their kind, bodies the example of the document.

GUID = "3b1f8a52-6c0e-4d37-9a5b-1e2f3a4b5c6d"
_JSON, _FORM = "application/json", "multipart/form-data"
_OF_FORMAT = {"uuid": GUID, "date-time": "2026-05-17T09:30:00Z", "date": "2026-05-17"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    method: str
    url: str
    headers: Mapping[str, str]  # without that of the token
    with_token: bool
    body: Any  # None: no body
    form: Mapping[str, Any] | None


def code_samples(site: str, path: str, method: str, operation: Any) -> list[dict[str, str]]:
    """Return the samples of an operation, as `x-codeSamples` has them."""
    call = _call(site, path, method, operation)
    return [
        {"lang": "shell", "label": "curl", "source": " \\\n  ".join(_curl(call))},
        {"lang": "python", "label": "Python", "source": _python(call)},
        {"lang": "typescript", "label": "TypeScript", "source": _typescript(call)},
    ]


def _call(site: str, path: str, method: str, operation: Any) -> _Call:
    parameters = operation.get("parameters", [])
    for place in (each for each in parameters if each["in"] == "path"):
        path = path.replace("{" + place["name"] + "}", str(_value_of(place)))
    wanted = [each for each in parameters if each.get("required")]
    query = {each["name"]: _value_of(each) for each in wanted if each["in"] == "query"}
    content = operation.get("requestBody", {}).get("content", {})
    headers = {each["name"]: str(_value_of(each)) for each in wanted if each["in"] == "header"}
    if _JSON in content:
        headers["Content-Type"] = _JSON
    return _Call(
        method=method.upper(),
        url=f"{site}{path}{'?' + urlencode(query) if query else ''}",
        headers=headers,
        with_token=bool(operation["security"]),
        body=_example(content.get(_JSON)),
        form=None if _JSON in content else _example(content.get(_FORM)),
    )


def _example(content: Any) -> Any:
    examples = (content or {}).get("examples", {})
    return next((example["value"] for example in examples.values()), None)


def _value_of(parameter: Any) -> Any:
    if "example" in parameter:
        return parameter["example"]
    schema = parameter["schema"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "integer":
        return schema.get("minimum", 1)
    return _OF_FORMAT.get(schema.get("format", ""), parameter["name"])


def _curl(call: _Call) -> Iterator[str]:
    way = "" if call.method == "GET" else f"-X {call.method} "
    yield f'curl {way}"{call.url}"'
    if call.with_token:
        yield '-H "Authorization: Bearer $TOKEN"'
    for name, value in call.headers.items():
        yield f"-H '{name}: {value}'"
    if call.body is not None:
        text = json.dumps(call.body, indent=2, ensure_ascii=False).replace("'", "'\\''")
        yield f"-d '{text}'"
    for name, value in (call.form or {}).items():
        yield f"-F '{name}={value}'"


def _python(call: _Call) -> str:
    headers = [f'"{name}": "{value}"' for name, value in call.headers.items()]
    if call.with_token:
        headers.insert(0, '"Authorization": f"Bearer {os.environ[\'TOKEN\']}"')
    arguments = [f'"{call.url}"']
    if headers:
        arguments.append(f"headers={{{', '.join(headers)}}}")
    if call.body is not None:
        arguments.append(f"json={_indented(pformat(call.body, sort_dicts=False, width=72))}")
    if call.form:
        arguments.append(f"data={_indented(pformat(dict(call.form), sort_dicts=False, width=72))}")
    lines = "".join(f"    {each},\n" for each in [*arguments, "timeout=10"])
    first = "import os\n\nimport requests" if call.with_token else "import requests"
    sent = f"answer = requests.{call.method.lower()}(\n{lines})\nanswer.raise_for_status()\n"
    return f"{first}\n\n{sent}print(answer.text)\n"


def _typescript(call: _Call) -> str:
    headers = [f'"{name}": "{value}"' for name, value in call.headers.items()]
    if call.with_token:
        headers.insert(0, "Authorization: `Bearer ${process.env.TOKEN}`")
    options = [] if call.method == "GET" else [f'method: "{call.method}"']
    if headers:
        options.append(f"headers: {{ {', '.join(headers)} }}")
    if call.body is not None:
        text = json.dumps(call.body, indent=2, ensure_ascii=False)
        options.append(f"body: JSON.stringify({_indented(text, 2)})")
    if call.form:
        options.append(f"body: new URLSearchParams({json.dumps(dict(call.form))})")
    given = "".join(f"  {each},\n" for each in options)
    second = f", {{\n{given}}}" if options else ""
    sent = f'const answer: Response = await fetch("{call.url}"{second});\n'
    return (
        f"{sent}if (!answer.ok) throw new Error(await answer.text());\n"
        "console.log(await answer.text());\n"
    )


def _indented(text: str, spaces: int = 4) -> str:
    return text.replace("\n", "\n" + " " * spaces)


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
