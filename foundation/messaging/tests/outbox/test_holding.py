"""While deliveries are held, nothing leaves; at the end it leaves from a moment on."""

from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import holding
from foundation.messaging.outbox.drain import drain
from foundation.messaging.outbox.lanes import BUS, MAIL

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(settings: Settings) -> None:
    settings.DELIVERIES = "Held"


def post_mail() -> OutboxMessage:
    with transaction.atomic():
        message = outbox.MailMessage(to="kim@example.org", subject="Hello", text="Hello", key="1")
        outbox.post(message)
    return OutboxMessage.objects.latest("pk")


def test_nothing_leaves(held: None, mailoutbox: list[object]) -> None:
    row = post_mail()

    assert not drain(row.lane)

    row.refresh_from_db()
    assert (row.delivered_on, row.attempts, mailoutbox) == (None, 0, [])


def test_our_own_steps_go_on(held: None) -> None:
    assert holding.is_held(BUS)
    assert holding.is_held(MAIL)
    assert not holding.is_held("handler:activities.reward_and_apply")
    assert holding.is_held("handler:activities.refill_balance")


def test_what_was_posted_before_a_moment_is_withdrawn(held: None, settings: Settings) -> None:
    now = timezone.now()
    early, late = post_mail(), post_mail()
    OutboxMessage.objects.filter(pk=early.pk).update(created_on=now - timedelta(days=1))

    waiting = holding.waiting_around(now - timedelta(hours=1))
    count = holding.withdraw_before(now - timedelta(hours=1))

    early.refresh_from_db()
    late.refresh_from_db()
    assert list(waiting) == [(early.lane, 1, 1)]
    assert count == 1
    assert early.withdrawn_on is not None
    assert late.withdrawn_on is None


def test_another_mode_is_reported(settings: Settings) -> None:
    settings.DELIVERIES = "held"

    assert "messaging.E002" in [each.id for each in run_checks(tags=["settings"])]
