"""Request ids: in every log line, task, outgoing call and answer of a request."""

import re
import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch, get_resolver
from django_structlog.middlewares import RequestMiddleware
from structlog.contextvars import bind_contextvars

from foundation.messaging.tracing import HEADER
from foundation.records.callers import address_of
from foundation.rest.traces import method_of

_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,64}")
# A parameter of a route, or the group of one that is a regular expression (Django's own admin).
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\d+")


class RequestIdMiddleware(RequestMiddleware):
    """Uses the caller's id or a new one, logs the request's end, answers with the id.

    The log has the route with the ids in it, and no query: both may hold a token or a name.
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
        """Return method and route; of an unknown path the beginning, if a route has the same."""
        found = request.resolver_match
        path = _beginning(request.path_info) if found is None else _route_with_ids(found)
        return f"{method_of(request)} {path}"


def _route_with_ids(found: ResolverMatch) -> str:
    """Return the route with those values in it that are ids: any other may be a secret."""

    def shown(parameter: re.Match[str]) -> str:
        name = parameter[1] or parameter[2]
        value = found.kwargs.get(name)
        return str(value) if _is_id(name, value) else f"<{name}>"

    return "/" + re.sub(r"[\^$]", "", _PARAMETER.sub(shown, found.route))


def _is_id(name: str, value: object) -> bool:
    if isinstance(value, str):  # the admin takes the id of a record as a text
        return name == "object_id" and _ID.fullmatch(value) is not None
    return isinstance(value, int | uuid.UUID)


def _beginning(path: str) -> str:
    beginning, _, rest = path.removeprefix("/").partition("/")
    routes = (str(each.pattern) for each in get_resolver().url_patterns)
    if beginning not in {"static", *(route.partition("/")[0] for route in routes)}:
        return "/…"
    return f"/{beginning}{'/…' if rest else ''}"
