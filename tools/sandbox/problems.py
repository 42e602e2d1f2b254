"""Refusals of the sandbox, answered as problem details (RFC 9457)."""

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from aiohttp import web

FieldError = dict[str, str]


class Refused(Exception):
    """The request is answered with an error and has no other effect."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        errors: list[FieldError] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.headers = headers or {}


def problem(refusal: Refused) -> web.Response:
    """Render a refusal as `application/problem+json`."""
    document = {
        "type": "about:blank",
        "title": _title(refusal.status),
        "status": refusal.status,
        "detail": refusal.detail,
        "code": refusal.code,
        "errors": refusal.errors,
    }
    return web.Response(
        status=refusal.status,
        body=json.dumps(document).encode(),
        content_type="application/problem+json",
        headers=refusal.headers,
    )


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


@web.middleware
async def problems(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer refusals, and aiohttp's own 404 and 405, as problem details."""
    try:
        return await handler(request)
    except Refused as refusal:
        return problem(refusal)
    except web.HTTPError as error:
        code = error.reason.lower().replace(" ", "-")
        return problem(Refused(error.status, code, f"{request.method} {request.path}"))
