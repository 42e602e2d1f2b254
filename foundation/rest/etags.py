"""Optimistic locking over HTTP: a record's version is its ETag (RFC 9110, 8.8.3 and 13.1)."""

import re
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.refusals import VersionConflict

_TAG = re.compile(r'(?P<weak>W/)?"(?P<tag>[\x21\x23-\x7e]*)"')


def expected_version(request: Request) -> int | None:
    """Return the version that `If-Match` names; None if it is absent or `*`."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        return None
    found = _TAG.fullmatch(header)
    if found is None:
        raise ParseError('If-Match must be one entity tag: "7".', code="malformed-if-match")
    if found["weak"] or not re.fullmatch(r"[0-9]{1,19}", found["tag"]):
        raise VersionConflict(f"No version of the record is {header}.")
    return int(found["tag"])


def not_modified(request: Request, version: int) -> bool:
    """Return whether the caller's `If-None-Match` names this version (weak comparison)."""
    return _is_known(request, str(version))


def with_etag(response: Response, version: int) -> Response:
    response["ETag"] = f'"{version}"'
    return response


def unless_known(request: Request | HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return an answer with a weak tag of its content; 304 if the caller has it already."""
    tag = sha256(response.content).hexdigest()[:32]
    response["ETag"] = f'W/"{tag}"'
    if not _is_known(request, tag):
        return response
    kept = {name: value for name, value in response.items() if name != "Content-Type"}
    return HttpResponseNotModified(headers=kept)


def _is_known(request: Request | HttpRequest, tag: str) -> bool:
    header = request.headers.get("If-None-Match", "")
    return header.strip() == "*" or tag in {found["tag"] for found in _TAG.finditer(header)}
