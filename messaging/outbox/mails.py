"""Mails: one attempt at one row over Django's mail backend, and what its failure means."""

import smtplib
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from messaging.models import OutboxMessage
from messaging.outbox.peers import Delivered, Failed, Outcome, Refused


def send(row: OutboxMessage, connection: BaseEmailBackend) -> Outcome:
    """Send the mail of a row over an open connection. Touches no database."""
    try:
        connection.send_messages([_mail(row)])
    except (OSError, ValueError) as error:  # smtplib's errors are OSErrors
        return judge(row.pk, error)
    return Delivered(outbox_id=row.pk)


def judge(outbox_id: int, error: OSError | ValueError) -> Outcome:
    """Say what a failure means: the mail is refused for ever or for now, or the server is away."""
    reason = f"{type(error).__name__}: {error}"
    match error:
        # A header or an address that no mail can have, or not over this server.
        case ValueError() | smtplib.SMTPNotSupportedError():
            return Refused(outbox_id=outbox_id, reason=reason)
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            codes = [code for code, _ in recipients.values()]
        case smtplib.SMTPDataError(smtp_code=code):
            codes = [code]
        case _:
            return Failed(outbox_id=outbox_id, reason=reason, unavailable=True)
    # RFC 5321, 4.2.1: 4xx may pass, 5xx will not.
    if all(code >= 500 for code in codes):
        return Refused(outbox_id=outbox_id, reason=reason)
    return Failed(outbox_id=outbox_id, reason=reason, unavailable=False, refused=True)


def _mail(row: OutboxMessage) -> EmailMessage:
    # The same at every attempt: a mail that comes twice can be recognised.
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return EmailMessage(
        subject=row.body["subject"],
        body=row.body["text"],
        to=[row.body["to"]],
        headers={"Message-ID": f"<{row.message_id}@{domain}>"},
    )
