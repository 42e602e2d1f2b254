"""Answers that no view gives: unknown addresses, faults of ours, lock-outs, forged forms.

Under an API base they are problem details, elsewhere a plain page.
"""

from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest
from django.http.response import HttpResponseBase, JsonResponse
from django.shortcuts import render

from messaging.tracing import current_request_id
from rest.groups import is_api_path
from rest.problems import MEDIA_TYPE, Problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:  # noqa: ARG001
    """Answer a request that Django refused to read (handler400)."""
    return _answer(request, 400, "bad-request", "The request cannot be read.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:  # noqa: ARG001
    """Answer what a Django view does not allow (handler403)."""
    return _answer(request, 403, "permission-denied", "You may not do this.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:  # noqa: ARG001
    """Answer an address that nothing has (handler404)."""
    return _answer(request, 404, "not-found", "There is nothing at this address.")


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer a fault of ours: no more than the id under which the log tells of it (handler500)."""
    detail = f"Something went wrong here; the log tells of it under request {current_request_id()}."
    return _answer(request, 500, "internal-error", detail)


def csrf_failure(request: HttpRequest, **_: Any) -> HttpResponseBase:
    """Answer a form without its token (CSRF_FAILURE_VIEW)."""
    return _answer(request, 403, "csrf", "The form has expired; load the page again and send it.")


def locked_out(request: HttpRequest, *_: Any) -> HttpResponseBase:
    """Answer a caller whom django-axes has locked out (AXES_LOCKOUT_CALLABLE)."""
    pause = get_cool_off(request)
    seconds = int(pause.total_seconds()) if pause else 0
    response = _answer(request, 429, "locked-out", "Too many failed sign-ins; try again later.")
    response["Retry-After"] = str(seconds)
    return response


def _answer(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponseBase:
    problem = Problem(status=status, code=code, detail=detail)
    if is_api_path(request.path_info):
        return JsonResponse(problem.body(), status=status, content_type=MEDIA_TYPE)
    return render(request, "problem.html", problem.body(), status=status)
