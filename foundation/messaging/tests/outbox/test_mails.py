"""Draining the lane of the mails."""

import smtplib
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from foundation.messaging.models import Outage, OutboxLane, OutboxMessage
from foundation.messaging.outbox import rows
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.racing import at_once
from foundation.messaging.tests.play.rows import let_pass, to_mail, write

pytestmark = pytest.mark.django_db(transaction=True)

LANE = "mail"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """The mail server: `side_effect` is what comes of the next mails, None for accepted."""
    accept = EmailBackend.send_messages
    outcome = Mock(return_value=None)

    def send(backend: EmailBackend, messages: Any) -> int:
        outcome(messages[0].to[0])
        return accept(backend, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return outcome


def recipients() -> list[str]:
    return [sent.to[0] for sent in mail.outbox]


def test_sends_each_mail_as_it_was_written(settings: Settings):
    settings.DEFAULT_FROM_EMAIL = "Finishline <races@example.org>"
    (row,) = write(to_mail())

    drain(LANE)

    (sent,) = mail.outbox
    row.refresh_from_db()
    assert row.delivered_on is not None
    assert (sent.to, sent.subject, sent.body) == (["kim@example.org"], "Hello", "Come and see.\n")
    assert sent.from_email == "Finishline <races@example.org>"
    assert sent.extra_headers == {"Message-ID": f"<{row.message_id}@example.org>"}


def test_sends_more_mails_than_a_batch_has_each_with_a_subject_of_one_line(settings: Settings):
    settings.OUTBOX_BATCH = 3
    subject = "Hello\nBcc: all@example.org"
    write(*(to_mail(f"{n}@example.org", subject) for n in range(8)))

    assert not drain(LANE)

    assert [sent.subject for sent in mail.outbox] == ["Hello Bcc: all@example.org"] * 8


def test_sends_each_mail_once_when_several_workers_drain_at_once():
    write(*(to_mail(f"{n}@example.org") for n in range(10)))

    at_once(*[partial(drain, LANE)] * 3)

    assert sorted(recipients()) == [f"{n}@example.org" for n in range(10)]


def test_doubles_no_mail_but_the_last_of_a_worker_that_dies(server: Mock):
    write(*(to_mail(f"{n}@example.org") for n in range(3)))
    server.side_effect = [None, KeyboardInterrupt]

    with pytest.raises(KeyboardInterrupt):
        drain(LANE)
    server.side_effect = None
    let_pass(timedelta(minutes=2))
    drain(LANE)

    assert recipients() == [f"{n}@example.org" for n in range(3)]


def test_stops_where_another_worker_has_the_lane_since(server, monkeypatch):
    write(*(to_mail(f"{n}@example.org") for n in range(3)))
    monkeypatch.setattr(rows, "write", lambda hold, attempts: set())

    drain(LANE)

    assert recipients() == ["0@example.org"]


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (
            smtplib.SMTPRecipientsRefused({"a@example.org": (550, b"No such mailbox")}),
            "The mail server refused the address: No such mailbox (550)",
        ),
        (
            smtplib.SMTPDataError(554, "Not wanted"),
            "The mail server refused the mail: Not wanted (554)",
        ),
        (
            smtplib.SMTPNotSupportedError("SMTPUTF8 not supported by server"),
            "The mail server cannot send mails to such an address.",
        ),
        (
            ValueError("Header values can't contain newlines"),
            "The mail cannot be written: its address or its subject is not valid.",
        ),
    ],
    ids=lambda case: type(case).__name__,
)
def test_gives_a_mail_up_that_is_refused_for_ever_and_sends_the_others(server, refusal, said):
    refused, other = write(to_mail("a@example.org"), to_mail("b@example.org"))
    server.side_effect = [refusal, None]

    drain(LANE)

    refused.refresh_from_db()
    other.refresh_from_db()
    assert refused.dead_on is not None
    assert refused.reason == said
    assert other.delivered_on is not None
    assert not Outage.objects.exists()


@pytest.mark.parametrize(
    "refusal",
    [
        smtplib.SMTPRecipientsRefused({"a@example.org": (450, b"Greylisted")}),
        smtplib.SMTPDataError(451, "Later"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_sends_a_mail_again_later_that_is_refused_for_now(server, refusal, settings):
    settings.OUTBOX_MAX_REFUSALS = 3
    (row,) = write(to_mail("a@example.org"))
    server.side_effect = refusal

    drain(LANE)
    drain(LANE)
    row.refresh_from_db()
    assert (row.attempts, row.refusals, row.dead_on) == (1, 1, None)

    for _ in range(2):
        let_pass(timedelta(minutes=10))
        drain(LANE)
    row.refresh_from_db()
    assert row.dead_on is not None
    assert row.reason.startswith("Refused 3 times")


@pytest.mark.parametrize(
    "failure",
    [
        smtplib.SMTPServerDisconnected("Connection unexpectedly closed"),
        smtplib.SMTPSenderRefused(530, b"Authentication required", "finishline@localhost"),
        TimeoutError("timed out"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_pauses_while_the_server_is_away_and_loses_nothing(server: Mock, failure: Exception):
    first, second = write(to_mail("a@example.org"), to_mail("b@example.org"))
    server.side_effect = failure

    drain(LANE)
    drain(LANE)

    assert server.call_count == 1
    assert Outage.objects.get().name == "mail server"
    server.side_effect = None
    let_pass(timedelta(minutes=1))
    drain(LANE)
    assert sorted(recipients()) == ["a@example.org", "b@example.org"]
    assert not Outage.objects.unfinished().exists()
    assert not OutboxMessage.objects.filter(pk__in=[first.pk, second.pk], refusals__gt=0).exists()


def test_pauses_where_no_connection_is_made(monkeypatch: pytest.MonkeyPatch):
    (row,) = write(to_mail())

    def refuse(backend: EmailBackend) -> None:
        raise ConnectionRefusedError("Connection refused")

    monkeypatch.setattr(EmailBackend, "open", refuse)
    drain(LANE)

    row.refresh_from_db()
    assert (row.attempts, row.dead_on, mail.outbox) == (1, None, [])
    assert "refused the connection" in Outage.objects.get().reason
    assert OutboxLane.objects.get().leased_until is None
