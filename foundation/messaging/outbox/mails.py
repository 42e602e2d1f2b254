"""Delivery of mails over Django's mail backend, and what a failure means."""

import smtplib
from email.utils import parseaddr

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import rows
from foundation.messaging.outbox.rows import Attempt, Batch, BatchResult, RowResult, delivered
from foundation.records.plain_words import no_answer

log = structlog.get_logger(__name__)


def to_mail(batch: Batch) -> BatchResult:
    """Send mails over one connection, one after the other, until the server is unavailable."""
    try:
        with get_connection() as connection:
            return _send_mails(batch, connection)
    except OSError as error:  # of the connection itself
        reason = _why(error)
        return BatchResult(
            results=[RowResult(outbox_id=batch.rows[0].pk, reason=reason)], why_down=reason
        )


def _send_mails(batch: Batch, connection: BaseEmailBackend) -> BatchResult:
    """Send and write mail after mail: a worker that dies doubles one mail at most."""
    results: list[RowResult] = []
    sent = 0
    for row in batch.in_time(3 * settings.EMAIL_TIMEOUT):
        attempt = _send(row, connection)
        if attempt.delivered:
            if not rows.write(batch.hold, [delivered(row.pk)]):
                break  # another worker has the lane since
            sent += 1
            continue
        results.append(attempt.result(is_down=attempt.unavailable))
        if attempt.unavailable:
            return BatchResult(results=results, handled=sent, why_down=attempt.reason)
    return BatchResult(results=results, handled=sent)


def _send(row: OutboxMessage, connection: BaseEmailBackend) -> Attempt:
    """Send the mail of a row over an open connection. Touches no database."""
    try:
        with rows.traced(row):
            connection.send_messages([_mail(row)])
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
        return _judge(row, error)
    # A fault of ours is this row's: it must not end the batch.
    except Exception as error:
        log.exception("outbox_row_failed", outbox_id=row.pk)
        return rows.unforeseen(row, error)
    return Attempt(row=row, delivered=True)


def _judge(row: OutboxMessage, error: OSError | ValueError) -> Attempt:
    """Return what a failure means: refused for ever, refused for now, or no server."""
    reason = _why(error)
    match error:
        # A header or an address that no mail can have, or not over this server.
        case ValueError() | smtplib.SMTPNotSupportedError():
            return Attempt(row=row, reason=reason, dead=True)
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            codes = [code for code, _ in recipients.values()]
        case smtplib.SMTPDataError(smtp_code=code):
            codes = [code]
        case _:
            return Attempt(row=row, reason=reason, unavailable=True)
    # RFC 5321, 4.2.1: 4xx may pass, 5xx will not.
    dead = all(code >= 500 for code in codes)
    return Attempt(row=row, reason=reason, dead=dead, refused=not dead)


def _why(error: OSError | ValueError) -> str:
    """Return in words why a mail was not sent."""
    match error:
        case ValueError():
            return "The mail cannot be written: its address or its subject is not valid."
        case smtplib.SMTPNotSupportedError():
            return "The mail server cannot send mails to such an address."
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            said = [_said(code, text) for code, text in recipients.values()]
            return f"The mail server refused the address: {'; '.join(said)}"
        case smtplib.SMTPResponseException(smtp_code=code, smtp_error=text):
            return f"The mail server refused the mail: {_said(code, text)}"
    return no_answer("The mail server", error)


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
