"""Answers outside of views: problem details under an API base, elsewhere a plain page."""

import sys
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest
from django.http.response import HttpResponseBase, JsonResponse
from django.shortcuts import render

from messaging.tracing import current_request_id
from rest.groups import is_api_path
from rest.problems import BAD_REQUEST, DENIED, MEDIA_TYPE, NOT_FOUND, Problem, problem_of


def _page(problem: Problem) -> Callable[..., HttpResponseBase]:
    return lambda request, exception: _answer(request, problem)  # noqa: ARG005 (Django names it)


bad_request = _page(BAD_REQUEST)  # handler400
permission_denied = _page(DENIED)  # handler403
not_found = _page(NOT_FOUND)  # handler404


def not_allowed(request: HttpRequest, allowed: Iterable[str]) -> HttpResponseBase:
    """Answer a method that an address outside of the API views does not have."""
    detail = f"Method “{request.method}” not allowed."
    headers = {"Allow": ", ".join(allowed)}
    problem = Problem(status=405, code="method-not-allowed", detail=detail, headers=headers)
    return _answer(request, problem)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer what no view has answered (handler500).

    A server that is away is 503. Of a fault of ours the caller gets the request id alone.
    """
    raised = sys.exc_info()[1]
    known = problem_of(raised) if isinstance(raised, Exception) else None
    if known and known.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return _answer(request, known)
    detail = f"Something went wrong here; look in the log for request {current_request_id()}."
    return _answer(request, Problem(status=500, code="internal-error", detail=detail))


def csrf_failure(request: HttpRequest, **_: Any) -> HttpResponseBase:
    """Answer a form without its token (CSRF_FAILURE_VIEW)."""
    detail = "The form has expired; load the page again and send it."
    return _answer(request, Problem(status=403, code="csrf", detail=detail))


def locked_out(request: HttpRequest, *_: Any) -> HttpResponseBase:
    """Answer a caller whom django-axes has locked out (AXES_LOCKOUT_CALLABLE)."""
    pause = get_cool_off(request)
    detail = "Too many failed sign-ins; try again later."
    response = _answer(request, Problem(status=429, code="locked-out", detail=detail))
    response["Retry-After"] = str(int(pause.total_seconds()) if pause else 0)
    return response


def _answer(request: HttpRequest, problem: Problem) -> HttpResponseBase:
    body, status = problem.body(), problem.status
    if is_api_path(request.path_info):
        response: HttpResponseBase = JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    else:
        response = render(request, "problem.html", body, status=status)
    for name, value in problem.headers.items():
        response.headers[name] = value
    return response
