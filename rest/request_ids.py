"""Request ids: in every log line, task, outgoing call and answer of a request."""

import re
import uuid

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars

from messaging.tracing import HEADER
from records.callers import address_of

_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,64}")


class RequestIdMiddleware(RequestMiddleware):
    """Uses the caller's id or a new one, logs the request's end, answers with the id.

    The log has the path without the query, which may hold a signed token.
    """

    def prepare(self, request: HttpRequest) -> None:
        # Not `request.headers`: it is cached, and would keep the id that the caller sent.
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        chosen = given if _ACCEPTED.fullmatch(given) else str(uuid.uuid4())
        request.META["HTTP_X_REQUEST_ID"] = chosen
        bind_contextvars(request_id=chosen, ip=address_of(request))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response[HEADER] = request.META["HTTP_X_REQUEST_ID"]
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Return method and path; of an unknown path the beginning: it may say anything."""
        path = request.path
        if request.resolver_match is None:
            beginning, _, rest = path.removeprefix("/").partition("/")
            path = f"/{beginning}{'/…' if rest else ''}"
        return f"{request.method} {path}"
