"""What can go wrong: problem details (RFC 9457) as exceptions, by their status."""

import json
from dataclasses import dataclass
from typing import Any

from urllib3 import BaseHTTPResponse, Retry


class FinishlineError(Exception):
    """Anything that this client raises."""


class Unreachable(FinishlineError):
    """No answer came; whether a change was made is unknown unless the call can be repeated."""


class NotModified(FinishlineError):
    """304: the caller has the current version, which `if_none_match` named."""


@dataclass(frozen=True)
class FieldFault:
    """What is wrong with one field (`persons.0.id`); None: the body as a whole."""

    field: str | None
    code: str
    detail: str


class Problem(FinishlineError):
    """An answer of 400 or more. Programs look at `code`; `detail` is for people.

    `title` may be shown to anybody: it is in the `language` of the client. `retry_after`: seconds.
    """

    def __init__(
        self,
        status: int,
        body: dict[str, Any],
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.status = status
        self.title = str(body.get("title") or "")
        self.retry_after = retry_after
        self.code = str(body.get("code") or f"http-{status}")
        self.detail = str(body.get("detail") or body.get("title") or "")
        self.errors = tuple(_fault(each) for each in body.get("errors") or [])
        self.request_id = request_id
        super().__init__(self._text())

    def _text(self) -> str:
        faults = "".join(f"; {each.field}: {each.detail}" for each in self.errors)
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status} {self.code}: {self.detail}{faults}{request}"


class BadRequest(Problem):
    """400."""


class NotSignedIn(Problem):
    """401."""


class Forbidden(Problem):
    """403."""


class NotFound(Problem):
    """404."""


class Conflict(Problem):
    """409: a conflict with stored data; `version-conflict`: the record changed since."""


class Invalid(Problem):
    """422: `errors` say which fields."""


class Throttled(Problem):
    """429, still after the retries."""


class ServerFault(Problem):
    """500 and other faults of the server."""


class Unavailable(ServerFault):
    """503, still after the retries."""


_KINDS: dict[int, type[Problem]] = {
    400: BadRequest,
    401: NotSignedIn,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    422: Invalid,
    429: Throttled,
    503: Unavailable,
}


def problem_of(response: BaseHTTPResponse) -> Problem:
    """Return the exception for an answer; that of a proxy has no problem details."""
    try:
        body = json.loads(response.data)
    except ValueError:
        body = None
    kind = _KINDS.get(response.status, ServerFault if response.status >= 500 else Problem)
    known = body if isinstance(body, dict) else {"detail": response.reason}
    pause = Retry().get_retry_after(response)
    return kind(response.status, known, response.headers.get("X-Request-Id"), pause)


def _fault(error: dict[str, Any]) -> FieldFault:
    return FieldFault(error.get("field"), str(error.get("code")), str(error.get("detail")))
