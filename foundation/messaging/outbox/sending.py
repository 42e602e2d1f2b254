"""Delivery to peers over HTTP, of mails, and to the bus: what each answer means."""

import base64
import json
import smtplib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from datetime import UTC, datetime
from email.utils import parseaddr
from functools import cache, partial
from itertools import repeat

import requests
import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from urllib3.exceptions import HTTPError

from foundation.messaging import tracing
from foundation.messaging.bus import broker
from foundation.messaging.bus.events import CONTENT_TYPE, Event
from foundation.messaging.models import OutboxMessage, receiver_in_words
from foundation.messaging.outbox import rows
from foundation.messaging.outbox.rows import (
    Attempt,
    Batch,
    BatchResult,
    RowResult,
    delivered,
    traced,
)
from foundation.messaging.outgoing_http import ABOUT_THE_REQUEST, KeptSession, retry_after
from foundation.messaging.traffic import CallEnd, count_calls
from foundation.records.texts import no_answer, reason_of, words_of_answer

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
            attempt = attempted(row, _send)
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


def attempted(row: OutboxMessage, send: Callable[[OutboxMessage], Attempt]) -> Attempt:
    """Attempt a row, traced; a fault of ours is this row's, and must not end the batch."""
    with traced(row) as here:
        try:
            attempt = send(row)
        except Exception as error:
            log.exception("outbox_row_failed", outbox_id=row.pk)
            attempt = Attempt(row=row, reason=reason_of(error), refused=True)
        if not attempt.delivered:
            here.fail("refused" if attempt.dead or attempt.refused else "away")
        return attempt


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


def to_mail(batch: Batch) -> BatchResult:
    """Send mails over one connection, one after the other, until the server is unavailable."""
    try:
        with get_connection() as connection:
            return _send_mails(batch, connection)
    except OSError as error:  # of the connection itself
        reason = _judge_mail(batch.rows[0], error).reason
        return BatchResult(
            results=[RowResult(outbox_id=batch.rows[0].pk, reason=reason)], why_down=reason
        )


def _send_mails(batch: Batch, connection: BaseEmailBackend) -> BatchResult:
    """Send and write mail after mail: a worker that dies doubles one mail at most."""
    results: list[RowResult] = []
    sent = 0
    for row in batch.in_time(3 * settings.EMAIL_TIMEOUT):
        attempt = attempted(row, partial(_send_mail, connection))
        if attempt.delivered:
            if not rows.write(batch.hold, [delivered(row.pk)]):
                break  # another worker has the lane since
            sent += 1
            continue
        results.append(attempt.result(is_down=attempt.unavailable))
        if attempt.unavailable:
            return BatchResult(results=results, handled=sent, why_down=attempt.reason)
    return BatchResult(results=results, handled=sent)


def _send_mail(connection: BaseEmailBackend, row: OutboxMessage) -> Attempt:
    """Send the mail of a row over an open connection. Touches no database."""
    try:
        connection.send_messages([_mail(row)])
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
        return _judge_mail(row, error)
    return Attempt(row=row, delivered=True)


def _judge_mail(row: OutboxMessage, error: OSError | ValueError) -> Attempt:
    """Return what a failure means: refused for ever, refused for now, or no server."""
    match error:
        case ValueError():  # a header or an address that no mail can have
            reason = "The mail cannot be written: its address or its subject is not valid."
            return Attempt(row=row, reason=reason, dead=True)
        case smtplib.SMTPNotSupportedError():
            reason = "The mail server cannot send mails to such an address."
            return Attempt(row=row, reason=reason, dead=True)
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            said = [_said(code, text) for code, text in recipients.values()]
            reason = f"The mail server refused the address: {'; '.join(said)}"
            codes = [code for code, _ in recipients.values()]
        case smtplib.SMTPResponseException(smtp_code=code, smtp_error=text):
            reason = f"The mail server refused the mail: {_said(code, text)}"
            if not isinstance(error, smtplib.SMTPDataError):
                return Attempt(row=row, reason=reason, unavailable=True)
            codes = [code]
        case _:
            reason = no_answer("The mail server", error)
            return Attempt(row=row, reason=reason, unavailable=True)
    # RFC 5321, 4.2.1: 4xx may pass, 5xx will not.
    dead = all(code >= 500 for code in codes)
    return Attempt(row=row, reason=reason, dead=dead, refused=not dead)


def _said(code: int, text: bytes | str) -> str:
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    return f"{words} ({code})"


def _mail(row: OutboxMessage) -> EmailMessage:
    # The same at every attempt: a mail that comes twice can be recognised.
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return EmailMessage(
        subject=row.body["subject"],
        body=row.body["text"],
        to=[row.body["to"]],
        headers={"Message-ID": f"<{row.message_id}@{domain}>"},
    )


# The longest that a publication takes: to connect, to publish and to confirm.
TOPIC_SECONDS = 3 * broker.CONFIRM_SECONDS


def to_topics(batch: Batch) -> BatchResult:
    """Publish with confirms, in order, until the broker fails or it is too late."""
    results: list[RowResult] = []
    for row in batch.in_time(TOPIC_SECONDS):
        attempt = attempted(row, _publish)
        results.append(attempt.result(is_down=attempt.unavailable))
        if attempt.unavailable:
            return BatchResult(results=results, why_down=attempt.reason)
    return BatchResult(results=results)


def _publish(row: OutboxMessage) -> Attempt:
    is_raw = row.attributes.get("encoding") == "base64"
    body = base64.b64decode(row.body["base64"]) if is_raw else event_of(row).to_json()
    content_type = row.attributes.get("contentType", CONTENT_TYPE)
    try:
        broker.publish_raw(
            body,
            exchange=broker.EXCHANGE.name,
            routing_key=row.destination,
            content_type=content_type,
        )
    except broker.BusDown as error:
        return Attempt(row=row, reason=str(error), unavailable=True)
    return Attempt(row=row, delivered=True)


def event_of(row: OutboxMessage) -> Event:
    """Return the event that a row stands for, as it is published."""
    return Event(
        id=str(row.message_id),
        source=settings.EVENT_SOURCE,
        type=row.attributes.get("type", row.destination),
        subject=row.attributes["subject"],
        time=datetime.fromisoformat(row.attributes["time"]),
        data=row.body,
        traceparent=tracing.current_traceparent() or "",
    )
