"""Request ids: taken over or made, in every log line, task and outgoing call, and sent back."""

import re
import uuid

from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

from messaging.tracing import HEADER

_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,64}")


class RequestIdMiddleware(RequestMiddleware):
    """Binds the id to the log's context, logs start and end, and puts the id on the answer.

    An id that comes in is taken over if it is 8 to 64 letters, digits or `._:-`: it goes into logs
    and headers. The log has the path without its query, which may hold a signed token.
    """

    def prepare(self, request: HttpRequest) -> None:
        # Not `request.headers`: that is read once, and would keep what came in.
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        chosen = given if _ACCEPTED.fullmatch(given) else str(uuid.uuid4())
        request.META["HTTP_X_REQUEST_ID"] = chosen
        super().prepare(request)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response[HEADER] = request.META["HTTP_X_REQUEST_ID"]
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"
