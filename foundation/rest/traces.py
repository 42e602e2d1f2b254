"""Traces of requests: one span each, under the trace that the caller's `traceparent` names."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from foundation.messaging import tracing

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def method_of(request: HttpRequest) -> str:
    """Return the method, one of few: a caller may send any word."""
    return str(request.method) if request.method in _METHODS else "_OTHER"


class TraceMiddleware:
    """Traces a request by its method and route; the route has no ids, and no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not tracing.is_on():
            return self.get_response(request)
        method = method_of(request)
        given = request.META.get("HTTP_TRACEPARENT")
        about = {"http.request.method": method}
        with tracing.span(method, kind="SERVER", continues=given, about=about) as traced:
            response = self.get_response(request)
            if request.resolver_match is not None:
                traced.rename(f"{method} /{request.resolver_match.route}")
                traced.note({"http.route": f"/{request.resolver_match.route}"})
            traced.note({"http.response.status_code": response.status_code})
            if response.status_code >= 500:
                traced.fail(str(response.status_code))
            return response
