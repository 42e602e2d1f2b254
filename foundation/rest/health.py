"""For orchestrators: does the process live, can it serve; and metrics, for those with the token."""

import secrets
from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from prometheus_client import generate_latest

from foundation.records.gauges import SHARED
from foundation.records.unapplied import list_needed

log = structlog.get_logger(__name__)


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
