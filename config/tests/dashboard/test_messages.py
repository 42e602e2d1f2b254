"""The staff's first page shows messages: it…"""

from datetime import timedelta

import pytest
from django.test import Client

from config.tests.dashboard.page import NOW, figure, figures, outbox_message
from foundation.messaging.models import DeadLetter, InboxMessage, Outage

pytestmark = pytest.mark.django_db


def test_counts_undelivered_and_dead_messages_with_the_oldest(staff: Client):
    outbox_message(2)
    assert figure(staff, "To be delivered") == ("1", "the oldest for 2 min", "")
    assert "Undelivered results" not in figures(staff)

    outbox_message(7)
    outbox_message(60, dead_on=NOW() - timedelta(minutes=30))
    DeadLetter.objects.create(
        pk="00000000-0000-0000-0000-000000000001",
        body=b"",
        reason="r",
        died_on=NOW() - timedelta(hours=5),
    )

    assert figure(staff, "Undelivered results") == ("2", "the oldest for 7 min", "danger")
    assert figure(staff, "Messages given up") == ("1", "the oldest 30 min ago", "danger")
    assert figure(staff, "Dead letters") == ("1", "the oldest 5 h ago", "warning")
    assert "Unhandled messages" not in figures(staff)


def test_names_peers_that_are_down_and_the_last_event(staff: Client):
    paused = {"since": NOW(), "next_probe_on": NOW() + timedelta(minutes=1)}
    name = "peer:photo-service"
    Outage.objects.create(service=f"lane {name}", name=name, reason="502", **paused)
    Outage.objects.create(service="lane bus", name="bus", ended_on=NOW(), **paused)
    Outage.objects.create(service="number-provider", name="number provider", **paused)
    InboxMessage.objects.create(
        source="s", event_id="1", topic="a.b", received_on=NOW() - timedelta(minutes=4)
    )

    assert figure(staff, "Paused receivers") == ("1", "Photo service: 502", "danger")
    listed = (
        staff.get(figures(staff)["Paused receivers"].link, secure=True).context["cl"].result_list
    )
    assert [outage.name for outage in listed] == [name]
    assert figure(staff, "Last event")[:2] == ("4 min ago", "B (a)")
