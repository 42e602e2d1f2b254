"""Delivery to peers: a batch of requests at once, and what each answer means."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache
from threading import Lock

import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from messaging.models import OutboxMessage
from messaging.outbox.rows import (
    Attempt,
    Batch,
    BatchResult,
    Delivered,
    Failed,
    Refused,
    row_result,
)
from messaging.outgoing import ABOUT_THE_REQUEST, KeptSession, retry_after

# So many failures and not one success: the rest of the batch is not tried.
PEER_GIVES_UP_AFTER = 8
ANSWER_BYTES = 65_536
# The peer's own words in a reason; its answer may be a page of HTML.
ANSWER_CHARACTERS = 500
# Answers about the peer as a whole and not about the one request.
_UNAVAILABLE = frozenset({401, 403, 429, 502, 503, 504})
# Answers about a token, a proxy or the moment: the same request may be accepted later.
_PASSING = frozenset({401, 403, 407, 408, 425, 429})


def to_peers(batch: Batch) -> BatchResult:
    """Make the requests of a batch, `OUTBOX_PEER_CONNECTIONS` at a time."""
    batched = _PeerRequests(batch)
    with ThreadPoolExecutor(settings.OUTBOX_PEER_CONNECTIONS, "outbox-peer") as pool:
        outcomes = list(pool.map(batched.send, batch.rows))
    return batched.result([outcome for outcome in outcomes if outcome is not None])


class _PeerRequests:
    """The requests of one batch, which know of each other when to stop."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._lock = Lock()
        self._successes = 0
        self._unavailable = 0

    def send(self, row: OutboxMessage) -> Attempt | None:
        """Try one row; None where it is not worth trying any more."""
        given_up = self._successes == 0 and self._unavailable >= PEER_GIVES_UP_AFTER
        if given_up or self._batch.is_late(3 * settings.PEER_TIMEOUT):
            return None
        outcome = _send(row)
        with self._lock:
            self._successes += isinstance(outcome, Delivered | Refused)
            self._unavailable += isinstance(outcome, Failed) and outcome.unavailable
        return outcome

    def result(self, outcomes: Sequence[Attempt]) -> BatchResult:
        """Return what became of the rows that were tried."""
        failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
        unavailable = [outcome.reason for outcome in failed if outcome.unavailable]
        down = unavailable[0] if unavailable and not self._successes else ""
        rows = {row.pk: row for row in self._batch.rows}
        return BatchResult(
            results=[row_result(rows[o.outbox_id], o, bool(down)) for o in outcomes],
            down=down,
            asked=max((outcome.retry_after for outcome in failed), default=0.0),
        )


def _send(row: OutboxMessage) -> Attempt:
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


def _judge(outbox_id: int, response: requests.Response, answer: bytes) -> Attempt:
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
