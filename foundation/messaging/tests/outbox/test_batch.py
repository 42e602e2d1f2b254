"""A batch of the outbox, and the sweep that finds lanes…"""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from kombu import Queue
from pytest_django import Settings

from foundation.messaging.bus import broker
from foundation.messaging.commands import OUTBOX
from foundation.messaging.models import Outage, OutboxMessage
from foundation.messaging.outbox import TopicMessage, lanes, rows
from foundation.messaging.outbox.lanes import Hold
from foundation.messaging.outbox.rows import RowResult
from foundation.messaging.tasks import sweep_outbox
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.racing import at_once
from foundation.messaging.tests.play.rows import (
    PEER_LANE,
    fill,
    let_pass,
    to_handler,
    to_peer,
    write,
)
from foundation.records.partitions import list_partitions

pytestmark = pytest.mark.django_db(transaction=True)
PAST, FUTURE = "2026-01-01T00:00Z", "2999-01-01T00:00Z"
ENDS = [{}, {"due_on": FUTURE}, {"delivered_on": PAST}, {"dead_on": PAST}, {"withdrawn_on": PAST}]


def taken() -> Hold:
    """Take the peer's lane."""
    hold = lanes.acquire(PEER_LANE)
    assert hold is not None
    return hold


def test_takes_the_first_row_of_each_key_higher_priority_first_and_then_the_oldest(peer: object):
    first, _, other, urgent = write(*(to_peer(key) for key in "aabc"))
    OutboxMessage.objects.filter(pk=urgent.pk).update(priority=50)

    assert list(rows.due(PEER_LANE)) == [urgent, first, other]


@pytest.mark.parametrize("later", ENDS)
@pytest.mark.parametrize("earlier", [None, *ENDS])
def test_is_due_by_the_same_rule_when_read_and_when_released(peer, earlier, later):
    ends = [later] if earlier is None else [earlier, later]
    for row, end in zip(write(*(to_peer("a") for _ in ends)), ends, strict=True):
        OutboxMessage.objects.filter(pk=row.pk).update(**end)
    hold = taken()

    is_due = rows.due(PEER_LANE).exists()

    assert lanes.release(hold).is_due == is_due


def test_is_of_one_of_those_who_ask_at_once_until_the_lease_of_the_lane_ends():
    holds = at_once(*[partial(lanes.acquire, PEER_LANE)] * 4)

    assert len([hold for hold in holds if hold]) == 1
    assert lanes.acquire(PEER_LANE) is None
    let_pass(timedelta(seconds=61))
    assert lanes.acquire(PEER_LANE) is not None


def test_is_written_only_by_the_worker_that_has_the_lane(peer: object):
    (row,) = write(to_peer())
    lost = taken()
    let_pass(timedelta(seconds=61))
    held = taken()

    late = [
        rows.write(lost, [RowResult(outbox_id=row.pk, delivered=True)]),
        rows.write(lost, [RowResult(outbox_id=row.pk, reason="late", dead=True)]),
    ]

    assert late == [set(), set()]
    row.refresh_from_db()
    assert (row.delivered_on, row.dead_on, row.attempts, row.reason) == (None, None, 0, "")
    assert rows.write(held, [RowResult(outbox_id=row.pk, delivered=True)]) == {row.pk}


def test_is_read_by_index_among_many_delivered(peer: object):
    fill(delivered=20_000, waiting=2_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE messaging_outboxmessage")

    plan = rows.due("peer:x")[:50].explain(analyze=True)

    # Partitions without rows are read in any way.
    filled = list_partitions(OUTBOX)[0].name
    assert f"Seq Scan on {filled}" not in plan
    assert re.search(rf"Index (Only )?Scan using {filled}", plan)


def test_finds_every_lane_with_something_due_in_one_statement(peer, django_assert_num_queries):
    write(
        to_peer(),
        to_peer("b"),
        to_handler(),
        to_handler(handler="tests.other"),
        TopicMessage(topic="a.b", key="k", subject="k", data={}),
    )
    OutboxMessage.objects.filter(destination="tests.other").update(due_on="2100-01-01T00:00Z")

    with django_assert_num_queries(1):
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
