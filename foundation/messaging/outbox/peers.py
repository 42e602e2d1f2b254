"""Delivery to peers: a batch of requests at once, and what each answer means."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from datetime import UTC, datetime
from functools import cache
from itertools import repeat

import requests
import structlog
from django.conf import settings
from django.utils import timezone
from urllib3.exceptions import HTTPError

from foundation.messaging import tracing
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.rows import Attempt, Batch, BatchResult, traced, unforeseen
from foundation.messaging.outgoing import ABOUT_THE_REQUEST, KeptSession, retry_after
from foundation.messaging.traffic import CallEnd, count_calls
from foundation.messaging.words import receiver_in_words
from foundation.records.plain_words import no_answer, words_of_answer

log = structlog.get_logger(__name__)

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
    tried: list[Attempt] = []  # by all threads
    calls: list[tuple[CallEnd, float]] = []

    def has_answered() -> bool:
        return any(attempt.delivered or attempt.dead for attempt in tried)

    def send(row: OutboxMessage) -> None:
        failures = sum(attempt.unavailable for attempt in tried)
        given_up = failures >= PEER_GIVES_UP_AFTER and not has_answered()
        if not given_up and not batch.is_late(3 * settings.PEER_TIMEOUT):
            began = time.monotonic()
            with traced(row) as here:
                attempt = _send(row)
                if not attempt.delivered:
                    here.fail("refused" if attempt.dead or attempt.refused else "away")
            end = CallEnd.ANSWERED if attempt.delivered else CallEnd.FAILED
            calls.append((end, time.monotonic() - began))
            tried.append(attempt)

    # A thread begins without the present span and the request's id.
    contexts = [copy_context() for _ in batch.rows]
    with ThreadPoolExecutor(settings.OUTBOX_PEER_CONNECTIONS, "outbox-peer") as pool:
        # Raises what a thread raised.
        list(pool.map(Context.run, contexts, repeat(send), batch.rows))
    if calls:
        count_calls(batch.hold.name, calls, timezone.now())
    unavailable = [attempt.reason for attempt in tried if attempt.unavailable]
    why_down = unavailable[0] if unavailable and not has_answered() else ""
    return BatchResult(
        results=[attempt.result(is_down=bool(why_down)) for attempt in tried],
        why_down=why_down,
        retry_after=max((attempt.retry_after for attempt in tried), default=0.0),
    )


def _send(row: OutboxMessage) -> Attempt:
    """Make the request of a row. Touches no database; several threads may send at once."""
    peer = settings.PEERS.get(row.destination)
    if not peer or not peer["url"]:
        reason = f"The settings have no address of the {receiver_in_words(row.lane)}."
        return Attempt(row=row, reason=reason, dead=True)
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Idempotency-Key": str(row.message_id),
    }
    if request_id := row.attributes.get("requestId"):
        headers[tracing.HEADER] = request_id
    try:
        with session().ask(
            row.attributes["method"],
            peer["url"].rstrip("/") + row.attributes["path"],
            data=json.dumps(row.body).encode(),
            headers=headers,
            token=peer["token"],
            timeout=settings.PEER_TIMEOUT,
            stream=True,
        ) as response:
            answer = response.raw.read(ANSWER_BYTES, decode_content=True)
            return _judge(row, response, answer)
    except (requests.RequestException, OSError) as error:
        return Attempt(row=row, reason=_why_unsent(row, error), unavailable=True)
    # Read raw, a broken answer raises urllib3's errors, which requests would have wrapped.
    except HTTPError as error:
        return Attempt(row=row, reason=no_answer(_named(row), error))
    # A fault of ours is this row's: it must not end the batch.
    except Exception as error:
        log.exception("outbox_row_failed", outbox_id=row.pk)
        return unforeseen(row, error)


def _named(row: OutboxMessage) -> str:
    return f"The {receiver_in_words(row.lane)}"


def _why_unsent(row: OutboxMessage, error: Exception) -> str:
    if isinstance(error, ValueError):  # an address or a header; its text may quote the token
        return f"{_named(row)} cannot be asked: its address or its token cannot be used."
    return no_answer(_named(row), error)


@cache
def session() -> KeptSession:
    return KeptSession(hosts=8, connections=settings.OUTBOX_PEER_CONNECTIONS)


def _judge(row: OutboxMessage, response: requests.Response, answer: bytes) -> Attempt:
    status = response.status_code
    if 200 <= status < 300:
        return Attempt(row=row, delivered=True)
    words = words_of_answer(answer.decode(errors="replace"))[:ANSWER_CHARACTERS]
    status_text = f"{status} ({response.reason})" if response.reason else f"{status}"
    reason = f"{_named(row)} answered {status_text}{': ' if words else '.'}{words}"
    if status in ABOUT_THE_REQUEST:
        return Attempt(row=row, reason=reason, dead=True)
    asked = retry_after(response.headers.get("Retry-After"), datetime.now(UTC))
    return Attempt(
        row=row,
        reason=reason,
        unavailable=status in _UNAVAILABLE,
        refused=400 <= status < 500 and status not in _PASSING,
        retry_after=asked.total_seconds() if asked else 0.0,
    )
