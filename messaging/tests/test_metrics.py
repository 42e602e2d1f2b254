"""What Prometheus sees."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from prometheus_client import REGISTRY, generate_latest

from messaging.models import OutboxMessage
from messaging.tests.play.rows import let_pass, to_handler, to_peer, write


@pytest.mark.django_db(transaction=True)
def test_tells_what_waits_how_long_and_what_is_dead(peer: object):
    write(to_peer("a"), to_peer("b"), to_handler())
    let_pass(timedelta(seconds=90))
    OutboxMessage.objects.filter(kind="Handler").update(dead_on="2026-01-01T00:00Z")

    assert REGISTRY.get_sample_value("finishline_outbox_waiting", {"kind": "Peer"}) == 2
    assert REGISTRY.get_sample_value("finishline_outbox_waiting", {"kind": "Handler"}) == 0
    assert REGISTRY.get_sample_value("finishline_outbox_dead") == 1
    assert REGISTRY.get_sample_value("finishline_dead_letters") == 0
    age = REGISTRY.get_sample_value(
        "finishline_outbox_oldest_undelivered_seconds", {"kind": "Peer"}
    )
    assert age is not None
    assert 90 <= age < 120


@pytest.mark.django_db
def test_leaves_the_other_metrics_alone_when_the_database_is_away():
    def away(*args: object) -> object:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(away):
        text = generate_latest().decode()

    assert "finishline_outbox_waiting{" not in text
    assert "python_info" in text
