"""Metrics of messages and traffic, and what `manage.py check` says of the bus."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging import heartbeats
from foundation.messaging.apps import check_servers
from foundation.messaging.models import Outage, OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.rows import PEER_LANE, let_pass, to_handler, to_peer, write
from foundation.messaging.traffic import CallEnd, count_call, get_traffic
from foundation.records.gauges import SHARED


@pytest.mark.django_db(transaction=True)
def test_tells_what_waits_how_long_and_what_is_dead(peer: object):
    write(to_peer("a"), to_peer("b"), to_handler())
    let_pass(timedelta(seconds=90))
    OutboxMessage.objects.filter(kind="Handler").update(dead_on="2026-01-01T00:00Z")

    assert SHARED.get_sample_value("finishline_outbox_waiting", {"kind": "Peer"}) == 2
    assert SHARED.get_sample_value("finishline_outbox_waiting", {"kind": "Handler"}) == 0
    assert SHARED.get_sample_value("finishline_outbox_dead") == 1
    assert SHARED.get_sample_value("finishline_dead_letters") == 0
    age = SHARED.get_sample_value("finishline_outbox_oldest_undelivered_seconds", {"kind": "Peer"})
    assert age is not None
    assert 90 <= age < 120


@pytest.mark.django_db(transaction=True)
def test_tells_of_each_lane_what_waits_and_since_when_it_is_paused(peer: object):
    write(to_peer("a"), to_peer("b"))
    lane = {"lane": OutboxMessage.objects.values_list("lane", flat=True)[0]}
    since = timezone.now() - timedelta(seconds=50)
    Outage.objects.create(service=f"lane {lane['lane']}", name=lane["lane"], since=since)

    assert SHARED.get_sample_value("finishline_lane_waiting", lane) == 2
    paused = SHARED.get_sample_value("finishline_lane_paused_seconds", lane)
    assert paused is not None
    assert 50 <= paused < 80


@pytest.mark.django_db(transaction=True)
def test_what_is_held_back_waits_and_is_not_old(peer: object, settings: Settings):
    settings.DELIVERIES = "Held"
    write(to_peer("a"))
    let_pass(timedelta(seconds=900))

    lane = {"lane": PEER_LANE}
    assert SHARED.get_sample_value("finishline_lane_waiting", lane) == 1
    assert SHARED.get_sample_value("finishline_lane_oldest_seconds", lane) == 0


@pytest.mark.django_db(transaction=True)
def test_a_lane_is_not_old_for_a_row_that_is_refused_while_others_are_delivered(peer: PeerServer):
    def age() -> float:
        found = SHARED.get_sample_value("finishline_lane_oldest_seconds", {"lane": PEER_LANE})
        assert found is not None
        return found

    refused, _behind = write(to_peer("a"), to_peer("a"))
    OutboxMessage.objects.filter(pk=refused.pk).update(refusals=1)
    OutboxMessage.objects.update(due_on=timezone.now() + timedelta(hours=2))
    let_pass(timedelta(hours=1))

    assert age() > 3000  # nothing was delivered

    write(to_peer("b"))
    drain(PEER_LANE)
    write(to_peer("c"))

    assert age() < 3000
    assert SHARED.get_sample_value("finishline_lane_waiting", {"lane": PEER_LANE}) == 3

    write(to_peer("d"))
    OutboxMessage.objects.filter(key="d").update(created_on=timezone.now() - timedelta(hours=1))

    assert age() > 3000


@pytest.mark.django_db
def test_says_that_the_database_is_away_and_shows_redis_all_the_same():
    def away(*args: object) -> object:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(away):
        names = {metric.name: metric.samples for metric in SHARED.collect()}

    assert "finishline_outbox_waiting" not in names
    assert names["finishline_database_up"][0].value == 0
    assert names["finishline_redis_up"][0].value == 1


@pytest.mark.django_db
def test_leaves_out_the_gauges_whose_statement_fails():
    def without_outages(execute: Any, sql: str, *rest: object) -> object:
        if "messaging_outage" in sql:
            raise ProgrammingError("no such column")
        return execute(sql, *rest)

    with connection.execute_wrapper(without_outages):
        found = {metric.name: metric.samples for metric in SHARED.collect()}

    assert found["finishline_gauges_failing"][0].value == 2  # of lanes and of providers
    assert found["finishline_database_up"][0].value == 1
    assert "finishline_provider_paused_seconds" not in found
    assert "finishline_outbox_dead" in found
    assert SHARED.get_sample_value("finishline_gauges_failing") == 0


@pytest.mark.django_db(transaction=True)
def test_tells_of_each_peer_how_its_calls_ended_and_how_fast_it_answered(peer, settings):
    name = str(uuid4())  # Redis keeps the calls of other tests
    settings.PEERS = {name: settings.PEERS["photo-service"]}
    peer.answers.extend([Answer(), Answer(), Answer(status=500)])
    write(*(to_peer(key, name) for key in ("a", "b", "c")))

    drain(f"peer:{name}")

    calls = partial(SHARED.get_sample_value, "finishline_peer_calls_in_an_hour")
    assert calls({"peer": name, "end": "answered"}) == 2
    assert calls({"peer": name, "end": "failed"}) == 1
    seconds = SHARED.get_sample_value(
        "finishline_peer_answer_seconds", {"peer": name, "share": "0.95"}
    )
    assert seconds is not None
    assert seconds < 60


@pytest.mark.django_db
def test_says_that_redis_is_away(settings: Any):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert SHARED.get_sample_value("finishline_redis_up") == 0
    assert SHARED.get_sample_value("finishline_database_up") == 1
    assert SHARED.get_sample_value("finishline_celery_queue_tasks", {"queue": "outbox"}) is None


@pytest.mark.django_db
def test_tells_since_when_a_task_fails_until_it_succeeds(monkeypatch: pytest.MonkeyPatch):
    task = f"tests.{uuid4()}"
    monkeypatch.setattr("foundation.messaging.heartbeats.time.time", lambda: 1_000.0)
    heartbeats.note_failure(task)
    monkeypatch.setattr("foundation.messaging.heartbeats.time.time", lambda: 1_090.0)
    heartbeats.note_failure(task)

    failing = SHARED.get_sample_value("finishline_task_failing_seconds", {"task": task})
    heartbeats.note_success(task)

    assert failing == 90
    assert SHARED.get_sample_value("finishline_task_failing_seconds", {"task": task}) is None


@pytest.mark.django_db
def test_tells_since_when_no_task_of_a_queue_ended():
    heartbeats.note(heartbeats.OF_BEAT, "maintenance")

    idle = SHARED.get_sample_value("finishline_celery_queue_idle_seconds", {"queue": "maintenance"})
    silent = SHARED.get_sample_value("finishline_beat_silent_seconds")
    assert idle is not None
    assert silent is not None
    assert max(idle, silent) < 60


NOW = datetime(2026, 5, 17, 9, 33, tzinfo=UTC)


@pytest.fixture
def service() -> str:
    return str(uuid4())


def test_counts_answers_failures_and_how_fast_answers_came(service: str):
    for seconds in (0.01, 0.15, 0.15, 4):
        count_call(service, CallEnd.ANSWERED, seconds, NOW - timedelta(minutes=20))
    count_call(service, CallEnd.FAILED, 5, NOW)
    count_call(service, CallEnd.BUSY, 5, NOW)

    found = get_traffic(service, NOW)

    assert found is not None
    assert (found.ends, found.error_rate) == ({"answered": 4, "failed": 1, "busy": 1}, 0.2)
    assert (found.within(0.5), found.within(0.95)) == (0.2, 5)
    assert found.since == datetime(2026, 5, 17, 9, 10, tzinfo=UTC)


def test_forgets_what_is_older_and_says_no_bound_where_answers_take_longer_than_all(service: str):
    count_call(service, CallEnd.ANSWERED, 1, NOW - timedelta(hours=1, minutes=5))

    old = get_traffic(service, NOW)
    count_call(service, CallEnd.ANSWERED, 100, NOW)
    slow = get_traffic(service, NOW)

    assert old is not None
    assert (old.since, old.error_rate, old.within(0.5)) == (None, None, None)
    assert slow is not None
    assert slow.within(0.5) is None


def test_does_without_redis(service: str, settings: Settings):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    count_call(service, CallEnd.ANSWERED, 1, NOW)

    assert get_traffic(service, NOW) is None


@pytest.mark.parametrize("name", ["REDIS_URL", "EVENT_BUS_URL"])
@pytest.mark.parametrize(
    "value", ["", "localhost:6379", "redis:6379", "redis://", "http://u:hidden@host"]
)
def test_names_an_address_of_no_broker_without_its_password(settings, name: str, value: str):
    setattr(settings, name, value)

    [message] = [error.msg for error in check_servers()]

    assert message.startswith(f"{name} is no address like redis://")
    assert "hidden" not in message


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        *((url, 0) for url in ("redis://h", "rediss://u:p@h:1/0", "amqp://h", "amqps://h//v")),
        ("amqp://one//;amqp://two//", 0),
        ("amqp://one//;two", 1),
    ],
)
def test_looks_at_every_node_of_a_bus(settings, value: str, wrong: int):
    settings.EVENT_BUS_URL = value

    assert len(check_servers()) == wrong
