"""Bodies: which JSON is accepted, how large a body may be, and in which format we answer."""

import codecs
import json
from collections.abc import Iterable, Mapping
from typing import IO, Any, ClassVar

from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from foundation.records.strict_json import StrictDecoder, TolerantDecoder, Unstorable


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
