"""A worker whose lease on a lane ran out while its far side was slow."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging.bus import broker
from foundation.messaging.models import Outage, OutboxLane, OutboxMessage
from foundation.messaging.outbox import TopicMessage, lanes
from foundation.messaging.outbox.drain import deliver, drain
from foundation.messaging.outbox.lanes import Hold
from foundation.messaging.outbox.rows import Batch
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.consumers import queue_length, wait_until
from foundation.messaging.tests.play.peer_server import Answer
from foundation.messaging.tests.play.racing import in_thread
from foundation.messaging.tests.play.rows import PEER_LANE, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)

LONG = timedelta(seconds=60)


def acquired(settings: Settings, lease: timedelta) -> Hold:
    """Take the lane for so long."""
    settings.OUTBOX_LEASE = lease
    hold = lanes.acquire(PEER_LANE)
    assert hold is not None
    return hold


def test_neither_renews_nor_releases_the_lane_of_another(settings: Settings):
    late = acquired(settings, timedelta(0))
    held = acquired(settings, LONG)

    assert lanes.renew(late) is None
    assert not lanes.release(late).is_due

    assert OutboxLane.objects.get().leased_until == held.until
    assert lanes.acquire(PEER_LANE) is None


def test_keeps_a_lane_that_no_other_has_taken(settings: Settings):
    late = acquired(settings, timedelta(0))
    settings.OUTBOX_LEASE = LONG

    renewed = lanes.renew(late)

    assert renewed is not None
    assert renewed.until == OutboxLane.objects.get().leased_until
    lanes.release(renewed)
    assert OutboxLane.objects.get().leased_until is None


@pytest.mark.parametrize("status", [204, 404, 503])
def test_leaves_the_lane_to_who_has_it_and_the_versions_in_order(peer, settings, status):
    settings.OUTBOX_BATCH = 1  # so that one who still had the lane would go on with it
    settings.OUTBOX_LEASE = LONG
    first, second = threading.Event(), threading.Event()
    peer.answers.extend([Answer(status=status, after=first), Answer(after=second)])
    write(*(to_peer("photo-1", version=version) for version in (1, 2, 3)))

    late = in_thread(lambda: drain(PEER_LANE))
    wait_until(lambda: len(peer.asked) == 1, "the late worker to ask")
    OutboxLane.objects.update(leased_until=timezone.now() - LONG)
    held = in_thread(lambda: drain(PEER_LANE))
    wait_until(lambda: len(peer.asked) == 2, "the other worker to ask")
    lane = OutboxLane.objects.values().get()
    first.set()
    late.join()
    third = drain(PEER_LANE)

    assert OutboxLane.objects.values().get() == lane
    assert not Outage.objects.exists()
    assert (third, len(peer.asked)) == (False, 2)
    second.set()
    held.join()
    assert [json.loads(asked.body)["version"] for asked in peer.asked] == [1, 1, 2, 3]
    assert not OutboxMessage.objects.waiting().exists()


def test_lets_go_of_its_lane_when_it_fails_after_a_renewal(peer, settings, monkeypatch):
    settings.OUTBOX_BATCH = 1
    outcomes = iter([deliver])
    monkeypatch.setattr(
        "foundation.messaging.outbox.drain.deliver", lambda batch: next(outcomes)(batch)
    )
    write(to_peer("a"), to_peer("b"))

    with pytest.raises(StopIteration):
        drain(PEER_LANE)

    assert OutboxLane.objects.get().leased_until is None


@pytest.fixture
def nothing_published(empty_bus: None) -> Iterator[None]:
    yield
    assert queue_length(broker.QUEUE) == 0


@pytest.mark.parametrize(
    "message", [to_peer(), TopicMessage(topic=TOPIC, key="k", subject="k", data={})]
)
def test_begins_nothing_that_could_outlive_its_lease(peer, nothing_published, message):
    (row,) = write(message)
    held = lanes.acquire(row.lane)
    assert held is not None
    late = replace(held, since=held.since - LONG.total_seconds())

    report = deliver(Batch(hold=late, rows=[row]))

    assert (report.tried, peer.asked) == (0, [])
