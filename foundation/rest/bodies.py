"""Bodies: which JSON is accepted, how large a body may be, in which format we answer; ETags."""

import codecs
import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import IO, Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.formats import StrictDecoder, TolerantDecoder, Unstorable
from foundation.records.refusals import VersionConflict


class BodyTooLarge(APIException):
    """The body is larger than this endpoint accepts."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too-large"
    default_detail = "The body is larger than this endpoint accepts."


class OneRenderer(DefaultContentNegotiation):
    """Picks the view's only format: no Accept header leads to 406 (RFC 9110, 12.5.1)."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


class StrictJSONParser(JSONParser):
    """Accepts UTF-8 without what `StrictDecoder` refuses: repeated keys, infinite numbers, …

    It may begin with a byte order mark.
    """

    decoder: ClassVar[type[json.JSONDecoder]] = StrictDecoder

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            text = codecs.getreader("utf-8-sig")(stream)  # a byte order mark is no fault
            return json.load(text, cls=self.decoder)
        except Unstorable as fault:
            raise ParseError(fault.msg) from None
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error


class TolerantJSONParser(StrictJSONParser):
    """Accepts those too, replaced, where one odd value must not cost the rest of the body."""

    decoder = TolerantDecoder


def refuse_oversized(request: Request, limit: int) -> None:
    """Refuse a body of more than `limit` bytes before it is read, by its Content-Length."""
    announced = request.headers.get("Content-Length") or "0"
    if not announced.isdigit() or int(announced) > limit:
        raise BodyTooLarge


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
