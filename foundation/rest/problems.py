"""Problem details (RFC 9457): the one place that turns an exception into an answer.

Another exception is a fault of ours: Django logs it and answers 500 through
`foundation.rest.error_pages`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.db import DataError, InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, UnreadablePostError
from django.utils.translation import get_language_from_request, gettext, gettext_noop, override
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisTimeout
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.tracing import current_request_id
from foundation.records import database, refusals
from foundation.rest.serializers import camel_case

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="api"'
_TRY_AGAIN = {"Retry-After": "5"}
# What `http.HTTPStatus` says in English, of every status that an API answers an error with.
TITLES = (
    gettext_noop("Bad Request"),
    gettext_noop("Unauthorized"),
    gettext_noop("Forbidden"),
    gettext_noop("Not Found"),
    gettext_noop("Method Not Allowed"),
    gettext_noop("Conflict"),
    gettext_noop("Request Entity Too Large"),
    gettext_noop("Unsupported Media Type"),
    gettext_noop("Unprocessable Entity"),
    gettext_noop("Too Many Requests"),
    gettext_noop("Internal Server Error"),
    gettext_noop("Service Unavailable"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What went wrong: `status` and `code` for a program, `detail` for a person.

    The title is in the active language, `detail` in English.
    """

    status: int
    code: str
    detail: str
    errors: tuple[dict[str, Any], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return gettext(HTTPStatus(self.status).phrase)

    def body(self) -> dict[str, Any]:
        return {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "errors": list(self.errors),
            "requestId": current_request_id() or "",
        }


_STATUS_OF_REFUSAL = {
    refusals.NotFound: 404,
    refusals.Conflict: 409,
    refusals.Invalid: 422,
    refusals.Forbidden: 403,
}
BAD_REQUEST = Problem(status=400, code="bad-request", detail="The request cannot be read.")
DENIED = Problem(status=403, code="permission-denied", detail="You may not do this.")
NOT_FOUND = Problem(status=404, code="not-found", detail="There is nothing at this address.")
_TOO_LARGE = Problem(status=413, code="too-large", detail="The body is larger than accepted.")
_UNSTORABLE = Problem(status=422, code="invalid", detail="A value cannot be stored.")
_AWAY_TEXT = "A server that this needs is unavailable; try again."
_AWAY = Problem(status=503, code="unavailable", detail=_AWAY_TEXT, headers=_TRY_AGAIN)
_PROBLEMS: dict[type, Problem] = {
    **dict.fromkeys((BadRequest, SuspiciousOperation, UnreadablePostError), BAD_REQUEST),
    PermissionDenied: DENIED,
    Http404: NOT_FOUND,
    **dict.fromkeys((RequestDataTooBig, TooManyFieldsSent), _TOO_LARGE),
    DataError: _UNSTORABLE,
    **dict.fromkeys((OperationalError, InterfaceError, RedisAway, RedisTimeout, BrokerAway), _AWAY),
}


def handle_exception(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer an exception; None for a fault of ours (the framework's EXCEPTION_HANDLER)."""
    problem = problem_of(exc)
    if problem is None:
        return None
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        expected = isinstance(exc, refusals.Refusal)
        log.warning("service_unavailable", code=problem.code, exc_info=None if expected else exc)
    body, headers = in_language_of_caller(problem, context["request"])
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = CHALLENGE
    return Response(body, status=problem.status, headers=headers, content_type=MEDIA_TYPE)


def in_language_of_caller(
    problem: Problem, request: HttpRequest | Request
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the body with its title in the caller's language, and the headers of the answer."""
    language = get_language_from_request(request)
    told = {"Content-Language": language, "Vary": "Accept-Language, Cookie"}
    with override(language):
        return problem.body(), {**problem.headers, **told}


@singledispatch
def problem_of(exc: Exception) -> Problem | None:
    """Return the problem to answer an exception with; None for a fault of ours."""
    return next((_PROBLEMS[kind] for kind in type(exc).__mro__ if kind in _PROBLEMS), None)


@problem_of.register
def _refusal(exc: refusals.Refusal) -> Problem:
    kinds = type(exc).__mro__
    status = next(_STATUS_OF_REFUSAL[kind] for kind in kinds if kind in _STATUS_OF_REFUSAL)
    errors: tuple[dict[str, Any], ...] = ()
    if isinstance(exc, refusals.Invalid):
        named = str if exc.as_sent else camel_case
        errors = tuple(_error(named(name), exc.code, said) for name, said in exc.errors.items())
    return Problem(status=status, code=exc.code, detail=exc.detail, errors=errors)


@problem_of.register
def _written_to_a_standby(exc: InternalError) -> Problem | None:
    return _AWAY if database.is_read_only(exc) else None


@problem_of.register
def _service_away(exc: refusals.Unavailable) -> Problem:
    headers = _retry_after(exc.retry_after.total_seconds())
    return Problem(status=503, code=exc.code, detail=exc.detail, headers=headers)


@problem_of.register
def _api_exception(exc: APIException) -> Problem:
    return Problem(
        status=exc.status_code,
        code=_kebab(_first(exc.get_codes(), exc.default_code)),
        detail=_first(exc.detail, exc.default_detail),
        headers=_TRY_AGAIN if exc.status_code == HTTPStatus.SERVICE_UNAVAILABLE else {},
    )


@problem_of.register
def _throttled(exc: Throttled) -> Problem:
    headers = _retry_after(getattr(exc, "wait", None) or 1)
    detail = f"Too many requests; try again in {headers['Retry-After']} s."
    return Problem(status=429, code="throttled", detail=detail, headers=headers)


@problem_of.register
def _invalid(exc: ValidationError) -> Problem:
    errors = tuple(_flat(exc.get_full_details()))
    return Problem(status=422, code="invalid", detail="The data are invalid.", errors=errors)


def _retry_after(seconds: float) -> dict[str, str]:
    return {"Retry-After": str(max(1, round(seconds)))}


def _first(found: Any, default: object) -> str:
    """Return the first text of the framework's nested details or codes."""
    while isinstance(found, dict | list):
        values = list(found.values()) if isinstance(found, dict) else found
        found = values[0] if values else default
    return str(found)


def _flat(details: Any, at: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield an error for each leaf of the framework's nested details; `persons.0.box.left`."""
    if isinstance(details, list):
        for index, part in enumerate(details):
            leaf = isinstance(part, dict) and set(part) == {"message", "code"}
            yield from _flat(part, at if leaf else _below(at, str(index)))
    elif set(details) == {"message", "code"} and not isinstance(details["message"], dict | list):
        yield _error(at, _kebab(details["code"]), str(details["message"]))
    else:
        for name, part in details.items():
            own = name in ("nonFieldErrors", "non_field_errors", "__all__")
            yield from _flat(part, at if own else _below(at, str(name)))


def _below(at: str | None, name: str) -> str:
    return name if at is None else f"{at}.{name}"


def _error(name: str | None, code: str, detail: str) -> dict[str, Any]:
    return {"field": name, "code": code, "detail": detail}


def _kebab(code: object) -> str:
    return str(code or "invalid").replace("_", "-")
