"""Requests to peers: one attempt at one row, and what its answer means."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from http import HTTPStatus
from http.cookiejar import DefaultCookiePolicy

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase
from urllib3.exceptions import HTTPError

from messaging.models import OutboxMessage

ANSWER_BYTES = 65_536
# The peer's own words in a reason; its answer may be a page of HTML.
ANSWER_CHARACTERS = 500
_RETRIED = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
# Answers that speak of the peer as a whole and not of the one request.
_UNAVAILABLE = {
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    outbox_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The peer will never take this request as it is."""

    outbox_id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """Try again later. `unavailable`: the peer as a whole; `retry_after`: seconds it asked for."""

    outbox_id: int
    reason: str
    unavailable: bool
    retry_after: float = 0.0


Outcome = Delivered | Refused | Failed


class _Bearer(AuthBase):
    # Given as `auth` and not as a header: a netrc file would replace the header.
    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def send(row: OutboxMessage) -> Outcome:
    """Make the request of a row. Touches no database; several threads may send at once."""
    peer = settings.PEERS.get(row.destination)
    if not peer or not peer["url"]:
        return Refused(outbox_id=row.pk, reason=f"No peer {row.destination!r} in the settings.")
    try:
        with session().request(
            row.attributes["method"],
            peer["url"].rstrip("/") + row.attributes["path"],
            data=json.dumps(row.body).encode(),
            headers=_headers(row),
            auth=_Bearer(peer["token"]),
            timeout=settings.PEER_TIMEOUT,
            allow_redirects=False,
            stream=True,
        ) as response:
            answer = response.raw.read(ANSWER_BYTES, decode_content=True)
            return _judge(row.pk, response, answer)
    except (requests.RequestException, OSError) as error:
        reason = f"{type(error).__name__}: {error}"
        return Failed(outbox_id=row.pk, reason=reason, unavailable=True)
    # Read raw, a broken answer raises urllib3's errors, which requests would have wrapped.
    except HTTPError as error:
        return Failed(outbox_id=row.pk, reason=f"Broken answer: {error}", unavailable=False)


@cache
def session() -> requests.Session:
    """Return the process's session: connections kept alive, no retries of its own, no cookies."""
    made = requests.Session()
    adapter = HTTPAdapter(
        pool_connections=8, pool_maxsize=settings.OUTBOX_PEER_CONNECTIONS, max_retries=0
    )
    made.mount("http://", adapter)
    made.mount("https://", adapter)
    made.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return made


def retry_after(value: str | None) -> float:
    """Return the seconds of a Retry-After header (a number or a date), 0 where it says nothing."""
    if not value:
        return 0.0
    if value.strip().isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (zoned - datetime.now(UTC)).total_seconds())


def _headers(row: OutboxMessage) -> dict[str, str]:
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Idempotency-Key": str(row.message_id),
    }
    if request_id := row.attributes.get("requestId"):
        headers["X-Request-ID"] = request_id
    return headers


def _judge(outbox_id: int, response: requests.Response, answer: bytes) -> Outcome:
    status = response.status_code
    if 200 <= status < 300:
        return Delivered(outbox_id=outbox_id)
    text = answer.decode(errors="replace").strip()[:ANSWER_CHARACTERS]
    reason = f"{status} {response.reason or ''}: {text}".strip(": ")
    if status < 500 and status not in _RETRIED:
        return Refused(outbox_id=outbox_id, reason=reason)
    return Failed(
        outbox_id=outbox_id,
        reason=reason,
        unavailable=status in _UNAVAILABLE,
        retry_after=retry_after(response.headers.get("Retry-After")),
    )
