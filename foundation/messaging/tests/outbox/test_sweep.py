"""The sweep of the outbox."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from kombu import Queue
from pytest_django import Settings

from foundation.messaging.bus import broker
from foundation.messaging.models import Outage, OutboxMessage
from foundation.messaging.outbox import TopicMessage, lanes
from foundation.messaging.tasks import sweep_outbox
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.rows import PEER_LANE, let_pass, to_handler, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)


def test_finds_every_lane_with_something_due_in_one_statement(peer: PeerServer):
    write(
        to_peer(),
        to_peer("b"),
        to_handler(),
        to_handler(handler="tests.other"),
        TopicMessage(topic="a.b", key="k", subject="k", data={}),
    )
    OutboxMessage.objects.filter(destination="tests.other").update(due_on="2100-01-01T00:00Z")

    with connection.execute_wrapper(_Count()) as _:
        found = lanes.due()

    assert found == ["bus", "handler:tests.handle", PEER_LANE]


def test_leaves_out_lanes_that_are_busy_or_paused(peer: PeerServer):
    write(to_peer(), to_handler())
    lanes.acquire(PEER_LANE)
    service, now = lanes.service_of("handler:tests.handle"), timezone.now()
    Outage.objects.create(service=service, since=now, next_probe_on=now + timedelta(seconds=9))

    assert lanes.due() == []
    let_pass(timedelta(seconds=61))
    assert lanes.due() == ["handler:tests.handle", PEER_LANE]


def test_delivers_what_a_killed_worker_left_behind(peer: PeerServer):
    (row,) = write(to_peer())
    lanes.acquire(PEER_LANE)

    sweep_outbox()
    assert not peer.asked
    let_pass(timedelta(seconds=61))
    sweep_outbox()

    row.refresh_from_db()
    assert row.delivered_on is not None


def test_delivers_the_rest_when_one_peer_is_down(peer: PeerServer, empty_bus: None):
    peer.answers.append(Answer(status=200))
    write(to_peer(peer="gone"), TopicMessage(topic="a.b", key="k", subject="k", data={}))

    sweep_outbox()

    left = OutboxMessage.objects.waiting().values_list("destination", flat=True)
    assert list(left) == ["gone"]


def test_publishes_events_with_the_id_of_the_row(empty_bus: None):
    with broker.connection() as opened:
        queue = Queue("tests", exchange=broker.EXCHANGE, routing_key="tests.said")(opened.channel())
        queue.declare()
        (row,) = write(TopicMessage(topic="tests.said", key="k", subject="s", data={"n": 1}))

        sweep_outbox()

        message: Any = queue.get(no_ack=True)
        queue.delete()
    assert f'"id": "{row.message_id}"'.encode() in message.body
    assert message.content_type == "application/cloudevents+json"


def test_waits_for_a_bus_that_is_down(settings: Settings):
    broker.close_publisher()
    settings.EVENT_BUS_URL = "amqp://guest:guest@127.0.0.1:9//"
    rows = write(*(TopicMessage(topic="a.b", key="k", subject="k", data={}) for _ in range(3)))

    sweep_outbox()

    outage = Outage.objects.paused().get()
    assert (outage.name, outage.failures) == ("event bus", 1)
    assert OutboxMessage.objects.waiting().count() == len(rows)


class _Count:
    """Fail the second statement."""

    def __init__(self) -> None:
        self.statements = 0

    def __call__(self, execute, sql, params, many, context):
        self.statements += 1
        assert self.statements == 1
        return execute(sql, params, many, context)
