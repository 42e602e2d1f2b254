"""While deliveries are held rewards are calculated, and credited only afterwards."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from activities.models import Activity
from activities.settling.steps import reward_and_apply
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from rewards.models import Balance
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db


def test_the_credit_waits_in_the_outbox(settings: Settings) -> None:
    settings.DELIVERIES = "Held"
    activity: Activity = ActivityFactory.create()
    active_formula(activity.marketing_program_id)

    reward_and_apply(activity.pk, "handler", timezone.now())
    lane = "handler:activities.refill_balance"
    drain(lane)

    activity.refresh_from_db()
    assert activity.reward == 16
    assert not Balance.objects.exists()
    settings.DELIVERIES = "Sent"
    drain(lane)
    assert Balance.objects.get().amount == 16
    assert OutboxMessage.objects.filter(lane=lane, delivered_on__isnull=False).count() == 1
