"""Problem details (RFC 9457): the one place where whatever goes wrong becomes an answer.

`problem_of` knows each kind of exception; one that it does not know is a fault of ours, and goes on
to Django, which logs it and answers 500 through `rest.error_pages`. No exception's own text reaches
the caller, but for refusals and the framework's API exceptions, which are written for callers.
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
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisTimeout
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response

from records import refusals
from rest.spelling import camel_case

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="api"'
_TRY_AGAIN = {"Retry-After": "5"}

_STATUS_OF_REFUSAL = {
    refusals.NotFound: 404,
    refusals.Conflict: 409,
    refusals.Invalid: 422,
    refusals.Forbidden: 403,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What went wrong, for a program (`status`, `code`) and for a person (`detail`)."""

    status: int
    code: str
    detail: str
    errors: tuple[dict[str, Any], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """Return the members of the problem document."""
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "errors": list(self.errors),
        }


def handle_exception(exc: Exception, _: Mapping[str, Any]) -> Response | None:
    """Return the problem that the exception is; None for a fault of ours (the framework's hook)."""
    problem = problem_of(exc)
    if problem is None:
        return None
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        expected = isinstance(exc, refusals.Refusal)
        log.warning("service_unavailable", code=problem.code, exc_info=None if expected else exc)
    headers = dict(problem.headers)
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = CHALLENGE
    return Response(problem.body(), status=problem.status, headers=headers, content_type=MEDIA_TYPE)


@singledispatch
def problem_of(_: Exception) -> Problem | None:
    """Return the problem that an exception means for a caller; None where it is a fault of ours."""
    return None


@problem_of.register
def _refusal(exc: refusals.Refusal) -> Problem:
    status = next(
        _STATUS_OF_REFUSAL[kind] for kind in type(exc).__mro__ if kind in _STATUS_OF_REFUSAL
    )
    wrong = exc.errors if isinstance(exc, refusals.Invalid) else {}
    errors = tuple(_error(camel_case(name), exc.code, detail) for name, detail in wrong.items())
    return Problem(status=status, code=exc.code, detail=exc.detail, errors=errors)


@problem_of.register
def _service_away(exc: refusals.Unavailable) -> Problem:
    headers = {"Retry-After": str(max(1, round(exc.retry_after.total_seconds())))}
    return Problem(status=503, code=exc.code, detail=exc.detail, headers=headers)


@problem_of.register
def _api_exception(exc: APIException) -> Problem:
    return Problem(
        status=exc.status_code,
        code=_kebab(_code_of(exc)),
        detail=_detail_of(exc),
        headers=_TRY_AGAIN if exc.status_code == HTTPStatus.SERVICE_UNAVAILABLE else {},
    )


@problem_of.register
def _throttled(exc: Throttled) -> Problem:
    wait = max(1, round(getattr(exc, "wait", None) or 1))
    return Problem(
        status=429,
        code="throttled",
        detail=f"Too many requests; try again in {wait} s.",
        headers={"Retry-After": str(wait)},
    )


@problem_of.register
def _invalid(exc: ValidationError) -> Problem:
    errors = tuple(_flat(exc.get_full_details()))
    return Problem(status=422, code="invalid", detail="The data are invalid.", errors=errors)


@problem_of.register
def _unstorable(_: DataError) -> Problem:
    return Problem(status=422, code="invalid", detail="A value is outside of what can be stored.")


@problem_of.register
def _not_found(_: Http404) -> Problem:
    return Problem(status=404, code="not-found", detail="There is nothing at this address.")


@problem_of.register
def _denied(_: PermissionDenied) -> Problem:
    return Problem(status=403, code="permission-denied", detail="You may not do this.")


@problem_of.register(BadRequest)
@problem_of.register(SuspiciousOperation)
@problem_of.register(UnreadablePostError)
def _bad_request(_: Exception) -> Problem:
    return Problem(status=400, code="bad-request", detail="The request cannot be read.")


@problem_of.register(RequestDataTooBig)
@problem_of.register(TooManyFieldsSent)
def _too_large(_: Exception) -> Problem:
    return Problem(status=413, code="too-large", detail="The body is larger than accepted.")


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
@problem_of.register(RedisAway)
@problem_of.register(RedisTimeout)
@problem_of.register(BrokerAway)
def _away(_: Exception) -> Problem:
    return Problem(
        status=503,
        code="unavailable",
        detail="A server that this needs is away; try again.",
        headers=_TRY_AGAIN,
    )


def _detail_of(exc: APIException) -> str:
    detail: Any = exc.detail
    while isinstance(detail, dict | list):
        values = list(detail.values()) if isinstance(detail, dict) else detail
        detail = values[0] if values else exc.default_detail
    return str(detail)


def _code_of(exc: APIException) -> str:
    codes: Any = exc.get_codes()
    while isinstance(codes, dict | list):
        values = list(codes.values()) if isinstance(codes, dict) else codes
        codes = values[0] if values else exc.default_code
    return str(codes)


def _flat(details: Any, at: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield every leaf of the framework's nested details; `persons.0.box.left` names a field."""
    if isinstance(details, list):
        for index, part in enumerate(details):
            leaf = isinstance(part, dict) and set(part) == {"message", "code"}
            yield from _flat(part, at if leaf else _below(at, str(index)))
    elif set(details) == {"message", "code"} and not isinstance(details["message"], dict | list):
        yield _error(at, _kebab(details["code"]), str(details["message"]))
    else:
        for name, part in details.items():
            own = name in ("nonFieldErrors", "non_field_errors", "__all__")
            yield from _flat(part, at if own else _below(at, camel_case(str(name))))


def _below(at: str | None, name: str) -> str:
    return name if at is None else f"{at}.{name}"


def _error(name: str | None, code: str, detail: str) -> dict[str, Any]:
    return {"field": name, "code": code, "detail": detail}


def _kebab(code: object) -> str:
    return str(code or "invalid").replace("_", "-")
