"""Middleware: health and metrics, traces, request ids, compressed answers, forms of staff."""

import re
import secrets
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

import structlog
from django.conf import settings
from django.contrib import messages
from django.db import DatabaseError, InterfaceError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseNotFound,
    HttpResponseRedirect,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import ResolverMatch, get_resolver, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from django_prometheus.middleware import PrometheusAfterMiddleware
from django_structlog.middlewares import RequestMiddleware
from prometheus_client import generate_latest
from structlog.contextvars import bind_contextvars

from foundation.messaging import tracing
from foundation.messaging.tracing import HEADER
from foundation.records.callers import address_of
from foundation.records.gauges import SHARED
from foundation.records.unapplied_migrations import list_needed
from foundation.rest.error_pages import not_allowed
from foundation.rest.groups import is_api_path

log = structlog.get_logger(__name__)

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


class RequestMetrics(PrometheusAfterMiddleware):  # type: ignore[misc]  # no types
    """Counts and times requests; a stranger's words for methods add no series."""

    def label_metric(
        self, metric: Any, request: HttpRequest, response: Any = None, **labels: str
    ) -> Any:
        if "method" in labels:
            labels["method"] = method_of(request)
        return super().label_metric(metric, request, response, **labels)


# Compressed answers of the API, without help for who guesses secrets (BREACH).
#
# Only JSON that a caller reads with a token is compressed: no page, whose cookies a browser would
# send for another site, and no answer to a POST, which may hold a token. An answer that has a
# record's version as its tag stays as it is: compressed, the tag would no longer be the version.

_KINDS = ("application/json", "text/csv")


class CompressAnswers(GZipMiddleware):
    """Compresses what GET answers of the API groups hold, where the caller takes gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if it may be."""
        is_read = request.method == "GET" and is_api_path(request.path_info)
        is_kind = response.get("Content-Type", "").startswith(_KINDS)
        has_version = response.get("ETag", "W/").startswith('"')
        if is_read and is_kind and not has_version and isinstance(response, HttpResponse):
            return super().process_response(request, response)
        return response


@require_safe
def live(_: HttpRequest) -> JsonResponse:
    """Answer 200: the process serves requests."""
    return JsonResponse({"status": "live"})


@require_safe
def ready(_: HttpRequest) -> JsonResponse:
    """Answer 200 when the database answers and no migration is missing, else 503.

    The log says what is missing. Without Redis requests work, so it is not asked.
    """
    try:
        missing = [str(each) for each in list_needed()]
    except (DatabaseError, InterfaceError) as away:
        log.warning("not_ready", exc_info=away)
        return _not_ready()
    if missing:
        log.warning("not_ready", missing_migrations=missing)
        return _not_ready()
    return JsonResponse({"status": "ready"})


def _not_ready() -> JsonResponse:
    return JsonResponse({"status": "not-ready"}, status=503, headers={"Retry-After": "5"})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with Prometheus metrics if the caller sends METRICS_TOKEN; 404 if not, or if unset."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not secrets.compare_digest(given.encode(), wanted.encode()):
        return HttpResponseNotFound()
    response: HttpResponse = ExportToDjangoView(request)
    response.content += generate_latest(SHARED)
    return response


_VIEWS = {"/health/live": live, "/health/ready": ready, "/metrics": metrics}


class HealthMiddleware:
    """Answers health and metrics by whatever name the process is called, and without TLS.

    Orchestrators and Prometheus know a process by its own address, which ALLOWED_HOSTS does not
    have. They ask all the time, so no trace is begun.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return _VIEWS.get(request.path_info, self.get_response)(request)


SIGNED_OUT = "You were signed out: nothing was saved. Send the form again."


class StaffFormsMiddleware:
    """After the sign-in, leads back to the page of a form that was sent when the session was over.

    The theme would lead to the form's own address, which shows nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_moved = request.method == "POST" and response.status_code == HTTPStatus.FOUND
        is_for_forms = isinstance(response, HttpResponseNotAllowed)
        if not is_moved and not is_for_forms:
            return response
        if not request.path_info.startswith(reverse("admin:index")):
            return response
        if is_moved and _leads_to_sign_in(request, response):
            messages.warning(request, SIGNED_OUT)
            return HttpResponseRedirect(
                f"{reverse('admin:login')}?{urlencode({'next': page_of_form(request)})}"
            )
        if is_for_forms and _comes_from_sign_in(request):
            return HttpResponseRedirect(reverse("admin:index"))
        if is_for_forms:
            return not_allowed(request, response.headers["Allow"].split(", "))
        return response


def page_of_form(request: HttpRequest) -> str:
    """Return the address of the page that a form was sent from; home if that is not known."""
    home, page = reverse("admin:index"), urlsplit(request.headers.get("Referer", ""))
    is_here = url_has_allowed_host_and_scheme(page.geturl(), {request.get_host()})
    if not is_here or not page.path.startswith(home) or page.path == reverse("admin:login"):
        return home
    return f"{page.path}?{page.query}" if page.query else page.path


def _leads_to_sign_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    sign_in = reverse("admin:login")
    leads_there = urlsplit(response.headers["Location"]).path == sign_in
    return leads_there and request.path_info != sign_in


def _comes_from_sign_in(request: HttpRequest) -> bool:
    """Return whether a sign-in led here: to the page that an order had shown at its own address."""
    came_from = urlsplit(request.headers.get("Referer", "")).path
    steps = (reverse("admin:login"), reverse("second-step"))
    return request.method == "GET" and came_from.startswith(steps)
