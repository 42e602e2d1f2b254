"""Requests to peers: one attempt at one row, and what its answer means."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from messaging.models import OutboxMessage
from messaging.outgoing import ABOUT_THE_REQUEST, KeptSession, retry_after

ANSWER_BYTES = 65_536
# The peer's own words in a reason; its answer may be a page of HTML.
ANSWER_CHARACTERS = 500
# Answers about the peer as a whole and not about the one request.
_UNAVAILABLE = frozenset({401, 403, 429, 502, 503, 504})
# Answers about a token, a proxy or the moment: the same request may be accepted later.
_PASSING = frozenset({401, 403, 407, 408, 425, 429})


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    outbox_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The peer will never accept this request as it is."""

    outbox_id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """To be retried.

    `unavailable`: the peer as a whole. `refused`: this very request (404, 409), perhaps because the
    peer is behind. `retry_after`: seconds that it asked for.
    """

    outbox_id: int
    reason: str
    unavailable: bool
    refused: bool = False
    retry_after: float = 0.0


Outcome = Delivered | Refused | Failed


def send(row: OutboxMessage) -> Outcome:
    """Make the request of a row. Touches no database; several threads may send at once."""
    peer = settings.PEERS.get(row.destination)
    if not peer or not peer["url"]:
        return Refused(outbox_id=row.pk, reason=f"No peer {row.destination!r} in the settings.")
    try:
        with session().ask(
            row.attributes["method"],
            peer["url"].rstrip("/") + row.attributes["path"],
            data=json.dumps(row.body).encode(),
            headers=_headers(row),
            token=peer["token"],
            timeout=settings.PEER_TIMEOUT,
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
def session() -> KeptSession:
    """Return the process's session."""
    return KeptSession(hosts=8, connections=settings.OUTBOX_PEER_CONNECTIONS)


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
    if status in ABOUT_THE_REQUEST:
        return Refused(outbox_id=outbox_id, reason=reason)
    asked = retry_after(response.headers.get("Retry-After"), datetime.now(UTC))
    return Failed(
        outbox_id=outbox_id,
        reason=reason,
        unavailable=status in _UNAVAILABLE,
        refused=400 <= status < 500 and status not in _PASSING,
        retry_after=asked.total_seconds() if asked else 0.0,
    )
