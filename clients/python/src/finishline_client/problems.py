"""What can go wrong: problem details (RFC 9457) as exceptions, by their status."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from urllib3 import BaseHTTPResponse

BEGINNING = 200  # characters of an answer that is not the API's


class FinishlineError(Exception):
    """Anything that this client raises."""


class Unreachable(FinishlineError):
    """No answer came; whether a change was made is unknown unless the call can be repeated."""


class Unreadable(FinishlineError):
    """An answer of success that is not the API's, as of a proxy that asks to sign in.

    `beginning`: of its body.
    """

    def __init__(self, response: BaseHTTPResponse, why: str) -> None:
        self.status = response.status
        self.beginning = beginning_of(response)
        super().__init__(f"{self.status}: {why}. The answer begins: {self.beginning!r}")


class NotModified(FinishlineError):
    """304: the caller has the current version, which `if_none_match` named."""


_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


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
        code = body.get("code")
        self.code = code if isinstance(code, str) and code else f"http-{status}"
        self.detail = str(body.get("detail") or body.get("title") or "")
        self.errors = tuple(_faults(body.get("errors")))
        self.request_id = request_id
        super().__init__(self._text())

    def _text(self) -> str:
        named = ((f"{each.field}: " if each.field else "", each.detail) for each in self.errors)
        faults = "".join(f"; {field}{detail}" for field, detail in named)
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
    begins = f"{response.reason}: {beginning_of(response)}".strip(": ")
    known = body if isinstance(body, dict) else {}
    if not known.get("detail") and not known.get("title"):
        known = {**known, "detail": begins}
    pause = retry_after(response)
    return kind(response.status, known, response.headers.get("X-Request-Id"), pause)


def retry_after(response: BaseHTTPResponse) -> float | None:
    """Return the seconds that `Retry-After` asks for; None: it is absent, or cannot be read.

    A number, also with decimals, or a date (RFC 9110); a date that is past is 0.
    """
    text = response.headers.get("Retry-After", "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (zoned - datetime.now(UTC)).total_seconds())


def beginning_of(response: BaseHTTPResponse) -> str:
    return response.data[:BEGINNING].decode("utf-8", "replace")


def _faults(errors: object) -> Iterator[FieldFault]:
    """Yield the faults of fields, also of a server with other problem details than ours."""
    if isinstance(errors, dict):
        for field, why in errors.items():
            yield FieldFault(str(field), "invalid", str(why))
    elif isinstance(errors, list):
        for each in errors:
            yield _fault(each) if isinstance(each, dict) else FieldFault(None, "invalid", str(each))
    elif errors:
        yield FieldFault(None, "invalid", str(errors))


def _fault(error: dict[str, Any]) -> FieldFault:
    field = error.get("field")
    named = None if field is None else str(field)
    return FieldFault(named, str(error.get("code")), str(error.get("detail")))
