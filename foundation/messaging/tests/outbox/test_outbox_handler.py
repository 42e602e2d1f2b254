"""Our own handlers of the outbox."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import OperationalError, transaction
from kombu import Connection, Queue
from pytest_django import Settings

from foundation.messaging.models import OutboxLane, OutboxMessage
from foundation.messaging.outbox import TopicMessage, lanes, post
from foundation.messaging.outbox import drain as handlers
from foundation.messaging.outbox.drain import drain, handle, outbox_handler, to_handlers
from foundation.messaging.outbox.rows import Batch
from foundation.messaging.tasks import drain_lane, sweep_outbox
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.peer_server import PeerServer
from foundation.messaging.tests.play.racing import at_once, in_thread
from foundation.messaging.tests.play.rows import drained, let_pass, to_handler, to_peer, write
from foundation.records.refusals import Conflict
from foundation.records.texts import UNFORESEEN

NAME = "tests.handle"
LANE = f"handler:{NAME}"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def work() -> Iterator[Mock]:
    """What the handler does; by default it leaves one row, its effect."""

    def effect(payload: Mapping[str, Any]) -> None:
        post(TopicMessage(topic="tests.effect", key="effect", subject="x", data=payload))

    mock = Mock(side_effect=effect)
    outbox_handler(NAME)(lambda payload: mock(payload))
    yield mock
    handlers._registered.pop(NAME)


def _effects() -> int:
    return OutboxMessage.objects.filter(destination="tests.effect").count()


def _payloads(work: Mock) -> list[Any]:
    return [call.args[0]["n"] for call in work.call_args_list]


def test_gets_the_payload_and_ends_the_row_with_its_effects(work, django_assert_num_queries):
    (row,) = write(to_handler(n=7))

    with django_assert_num_queries(4):
        handle(row)

    row.refresh_from_db()
    assert row.delivered_on is not None
    assert _effects() == 1
    work.assert_called_once_with({"n": 7})


def test_is_left_by_the_sweep_to_a_worker_that_computes_once_however_often_it_is_found_due(
    work: Mock, empty_bus: None
):
    with Connection(settings.CELERY_BROKER_URL) as broker:
        queue = Queue("handlers")(broker.default_channel)
        queue.purge()
        write(to_handler("a"))

        sweep_outbox()
        sweep_outbox()
        assert (queue.purge(), _effects()) == (1, 0)

        drain_lane(lane=LANE)
        assert _effects() == 1
        write(to_handler("b"))
        sweep_outbox()
        assert queue.purge() == 1


def test_handles_more_rows_than_a_batch_has(work: Mock, settings: Settings):
    settings.OUTBOX_BATCH = 10
    write(*(to_handler(str(n)) for n in range(25)))

    assert not drain(LANE)

    assert _effects() == 25


@pytest.mark.parametrize("in_lane", [True, False])
def test_has_its_effects_once_when_several_workers_run_it_at_once(work: Mock, in_lane: bool):
    rows = write(*(to_handler(str(n)) for n in range(20)))

    def late_workers() -> None:
        for row in rows:
            handle(row)

    at_once(*[partial(drain, LANE) if in_lane else late_workers] * 4)

    assert _effects() == 20


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("broken"), UNFORESEEN),
        (Conflict("already taken"), "already taken"),
        (SoftTimeLimitExceeded("too long"), UNFORESEEN),
    ],
)
def test_rolls_back_a_failure_and_waits_longer_every_time(work, error, reason):
    (row,) = write(to_handler())

    def fail(payload: Mapping[str, Any]) -> None:
        post(TopicMessage(topic="tests.effect", key="effect", subject="x", data={}))
        raise error

    work.side_effect = fail
    drain(LANE)
    drain(LANE)
    handle(row)

    row.refresh_from_db()
    assert (row.attempts, row.delivered_on, row.dead_on) == (1, None, None)
    assert row.reason == reason
    assert _effects() == 0


def test_keeps_the_other_rows_going_when_one_fails(work: Mock):
    write(*(to_handler(str(n), n=n) for n in range(5)))
    work.side_effect = [ValueError("broken"), None, None, None, None]

    drain(LANE)

    assert OutboxMessage.objects.waiting().count() == 1


def test_is_dead_after_the_last_attempt(work: Mock, settings: Settings):
    settings.OUTBOX_MAX_ATTEMPTS = 3
    (row,) = write(to_handler())
    work.side_effect = ValueError("broken")

    for _ in range(5):
        drain(LANE)
        let_pass(timedelta(seconds=400))

    row.refresh_from_db()
    assert row.dead_on is not None
    assert (row.attempts, row.reason) == (3, UNFORESEEN)


def test_counts_no_attempt_while_the_database_is_away(work: Mock):
    (row,) = write(to_handler())
    work.side_effect = OperationalError("the connection is closed")

    with pytest.raises(OperationalError):
        drain(LANE)

    row.refresh_from_db()
    assert (row.attempts, row.dead_on) == (0, None)
    assert OutboxLane.objects.get().leased_until is None


def test_keeps_the_order_of_each_key(work: Mock):
    write(*(to_handler(key, n=f"{key}{n}") for n in range(4) for key in "ab"))
    work.side_effect = [ValueError("broken"), *[None] * 20]

    drain(LANE)
    let_pass(timedelta(seconds=400))
    drain(LANE)

    order = _payloads(work)
    assert [n for n in order if n[0] == "a"] == ["a0", "a0", "a1", "a2", "a3"]
    assert [n for n in order if n[0] == "b"] == ["b0", "b1", "b2", "b3"]


def test_goes_on_with_the_other_rows_while_a_late_worker_has_one(work: Mock):
    stuck, other = write(to_handler("a"), to_handler("b"))

    with transaction.atomic():
        OutboxMessage.objects.select_for_update().get(pk=stuck.pk)
        draining = in_thread(partial(drain, LANE))
        draining.join()

    other.refresh_from_db()
    assert other.delivered_on is not None
    assert OutboxMessage.objects.waiting().filter(pk=stuck.pk).exists()


def test_that_is_slow_keeps_others_off_its_lane_for_no_longer_than_a_lease(work, monkeypatch):
    monkeypatch.setattr(lanes, "HANDLER_LEASE", timedelta(0))
    slow = threading.Event()
    work.side_effect = lambda payload: payload["n"] == 1 and slow.wait(10)
    write(to_handler("a", n=1), to_handler("a", n=2), to_handler("b", n=3))

    handling = in_thread(partial(drain, LANE))
    wait_until(lambda: work.called, "the handler to begin")
    drain(LANE)
    meanwhile = _payloads(work)
    slow.set()
    handling.join()

    assert (meanwhile, _payloads(work)) == ([1, 3], [1, 3, 2])


def test_does_one_row_however_late_it_is_in_the_lease(work: Mock):
    held = lanes.acquire(LANE)
    assert held is not None
    assert lanes.acquire(LANE) is None
    late = replace(held, since=held.since - 60)

    result = to_handlers(Batch(hold=late, rows=write(to_handler("a", n=1), to_handler("b", n=2))))

    assert (result.handled, _payloads(work)) == (1, [1])


def test_that_is_slow_does_not_hold_up_other_lanes(work: Mock, peer: PeerServer):
    slow = threading.Event()
    work.side_effect = lambda payload: slow.wait(10)
    write(to_handler(), to_peer())

    handling = in_thread(partial(drain, LANE))
    wait_until(lambda: work.called, "the handler to begin")
    drain("peer:photo-service")

    assert len(peer.asked) == 1
    slow.set()
    handling.join()
    assert not OutboxMessage.objects.waiting().exists()


def test_is_left_for_a_newer_version_where_no_app_has_a_handler_of_that_name():
    row = drained(to_handler(handler="tests.unknown"))

    assert row.reason == "There is no own step “unknown”."
    assert (row.dead_on, row.attempts) == (None, 1)
    assert OutboxMessage.objects.waiting().exists()
