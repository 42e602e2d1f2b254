"""The server's error answers: a status and `{code, detail}`."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import structlog
from aiohttp import web

from vision.gallery.versions import SpaceHasOtherModel
from vision.images import UnreadableImage
from vision.metrics import Metrics
from vision.queue import QueueFull
from vision.recognising import FacesNotAvailable
from vision.requests import InvalidRequest

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

RETRY_AFTER = "5"


class Refused(Exception):
    """An error answer."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail


ANSWERS: dict[type[Exception], Callable[[Any], Refused]] = {
    web.HTTPException: lambda error: Refused(error.status, _code(error), error.reason),
    InvalidRequest: lambda error: Refused(422, "invalid-request", str(error)),
    UnreadableImage: lambda error: Refused(422, "unreadable-image", str(error)),
    FacesNotAvailable: lambda _: Refused(501, "faces-not-available", "Faces need DATABASE_URL."),
    QueueFull: lambda _: Refused(503, "queue-full", "Too many images are waiting."),
    # Not for the caller to mend, and soon over: after a move, until the server has the new model.
    SpaceHasOtherModel: lambda error: Refused(503, "space-has-another-model", str(error)),
    psycopg.OperationalError: lambda _: Refused(
        503, "gallery-not-available", "The gallery cannot be reached."
    ),
    # A full disk, for one: what is in the file stays, and the caller may repeat the request.
    sqlite3.OperationalError: lambda _: Refused(
        503, "queue-not-available", "The queue's file cannot be read or written now."
    ),
}

REFUSALS: tuple[type[Exception], ...] = (Refused, *ANSWERS)


def answering_refusals(metrics: Metrics) -> Any:
    """Return the middleware that turns exceptions into answers, and counts them."""

    @web.middleware
    async def answer_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except REFUSALS as error:
            refused = _refused(error)
            if isinstance(error, sqlite3.Error):
                log.exception("queue_failed")
        metrics.refused.labels(refused.code).inc()
        return _refusal(refused)

    return answer_refusals


def _refused(error: Exception) -> Refused:
    if isinstance(error, Refused):
        return error
    return next(make(error) for kind, make in ANSWERS.items() if isinstance(error, kind))


def _refusal(refused: Refused) -> web.Response:
    log.warning("request_refused", status=refused.status, code=refused.code, detail=refused.detail)
    headers = {"Retry-After": RETRY_AFTER} if refused.status == 503 else {}
    if refused.status == 401:
        headers = {"WWW-Authenticate": "Bearer"}
    body = {"code": refused.code, "detail": refused.detail}
    return web.json_response(body, status=refused.status, headers=headers)


def _code(error: web.HTTPException) -> str:
    return error.reason.lower().replace(" ", "-")
