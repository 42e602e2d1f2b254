"""`outbox.post` and `outbox.withdraw`: it…"""

import threading
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from kombu import Connection
from structlog.contextvars import bound_contextvars

from foundation.messaging import wakeups
from foundation.messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from foundation.messaging.models import Outage, OutboxLane, OutboxMessage
from foundation.messaging.outbox import TopicMessage, lanes, post, rows, withdraw
from foundation.messaging.outbox.drain import drain
from foundation.messaging.outbox.lanes import DRAIN_TASK
from foundation.messaging.outbox.rows import RowResult
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.racing import another_waits_for_us, in_thread
from foundation.messaging.tests.play.rows import PEER_LANE, fill, to_handler, to_peer, write


def _wakeups() -> int:
    with Connection(settings.CELERY_BROKER_URL) as broker:
        return int(broker.default_channel.client.llen("outbox"))  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_refuses_to_write_outside_a_transaction():
    with pytest.raises(transaction.TransactionManagementError):
        post(to_peer())

    assert not OutboxMessage.objects.exists()


@pytest.mark.django_db
def test_refuses_a_peer_that_is_not_configured():
    with pytest.raises(ImproperlyConfigured, match="unknown"):
        post(to_peer(peer="unknown"))


@pytest.mark.django_db
def test_writes_any_number_of_rows_with_one_statement(django_assert_num_queries):
    topic = TopicMessage(topic="a.b", key="k", subject="k", data={})

    with django_assert_num_queries(1) as queries:
        post(to_peer(), to_handler(), topic, *(to_peer(f"photo-{n}") for n in range(50)))

    assert isinstance(queries, CaptureQueriesContext)
    assert OutboxMessage.objects.count() == 53


@pytest.mark.django_db(transaction=True)
def test_writes_rows_in_the_order_of_the_messages_as_they_are():
    topic = TopicMessage(topic="a.b", key="k", subject="k", data={"text": '"né\n', "none": None})

    rows = write(*(to_peer(f"photo-{n}") for n in range(50)), topic)

    assert [row.key for row in rows] == [*(f"photo-{n}" for n in range(50)), "k"]
    assert rows[-1].body == {"text": '"né\n', "none": None}
    assert (rows[0].kind, rows[0].attributes["method"], rows[0].attempts) == ("Peer", "PUT", 0)


@pytest.mark.django_db(transaction=True)
def test_sends_one_wakeup_for_many_commits_until_a_worker_has_taken_it():
    before = _wakeups()

    for _ in range(5):
        write(to_peer(), to_peer(), to_handler())
    assert _wakeups() - before == 1

    wakeups.wakeup_taken(f"{DRAIN_TASK} {PEER_LANE}")
    write(to_peer())
    assert _wakeups() - before == 2


@pytest.mark.django_db
def test_survives_a_broker_that_cannot_be_reached(settings, django_capture_on_commit_callbacks):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    with django_capture_on_commit_callbacks(execute=True):
        post(to_peer())

    assert OutboxMessage.objects.count() == 1


@pytest.mark.django_db
def test_keeps_the_id_of_the_request_that_caused_it():
    with bound_contextvars(request_id="request-7"):
        post(to_peer())

    assert OutboxMessage.objects.get().attributes["requestId"] == "request-7"


WHY = "The photo was deleted."


def take_back(*keys: str) -> int:
    """Withdraw the photo service's messages of these keys in a transaction."""
    with transaction.atomic():
        return withdraw("photo-service", keys, WHY)


def state_of(row: OutboxMessage) -> str:
    """Name the end that the row has come to."""
    row.refresh_from_db()
    ends = {"delivered": row.delivered_on, "dead": row.dead_on, "withdrawn": row.withdrawn_on}
    return " and ".join(name for name, end in ends.items() if end) or "waiting"


@pytest.mark.django_db(transaction=True)
def test_withdraw_takes_back_what_waits_and_says_why(peer: PeerServer):
    first, second, other, elsewhere = write(
        to_peer("a", v=1), to_peer("a", v=2), to_peer("b"), to_peer("a", peer="gone")
    )
    (handled,) = write(to_handler("a"))

    count = take_back("a")
    drain(PEER_LANE)

    assert count == 2
    assert [state_of(row) for row in (first, second)] == ["withdrawn"] * 2
    assert [row.reason for row in (first, second)] == [WHY] * 2
    assert [state_of(row) for row in (other, elsewhere, handled)] == [
        "delivered",
        "waiting",
        "waiting",
    ]
    assert [asked.path for asked in peer.asked] == ["/photos/b/tags"]


@pytest.mark.django_db(transaction=True)
def test_withdraw_takes_back_the_dead_for_good_and_keeps_what_they_died_of(peer: PeerServer):
    (row,) = write(to_peer("a"))
    OutboxMessage.objects.update(dead_on=timezone.now(), reason="422 no such photo")

    take_back("a")
    send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))

    assert (state_of(row), row.reason) == ("withdrawn", f"{WHY} Before: 422 no such photo")


@pytest.mark.django_db(transaction=True)
def test_withdraw_refuses_to_write_outside_a_transaction(peer: PeerServer):
    (row,) = write(to_peer("a"))

    with pytest.raises(transaction.TransactionManagementError):
        withdraw("photo-service", ["a"], WHY)

    assert state_of(row) == "waiting"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("status", "end"),
    [(204, "delivered"), (404, "withdrawn"), (422, "withdrawn"), (503, "withdrawn")],
)
def test_withdraw_leaves_the_request_under_way_to_its_answer(peer, status, end):
    answered = threading.Event()
    peer.answers.append(Answer(status=status, after=answered))
    (row,) = write(to_peer("a"))
    draining = in_thread(lambda: drain(PEER_LANE))
    wait_until(lambda: len(peer.asked) == 1, "the request to be under way")

    take_back("a")
    answered.set()
    draining.join()
    (other,) = write(to_peer("b"))
    Outage.objects.all().delete()
    drain(PEER_LANE)

    assert (state_of(row), state_of(other)) == (end, "delivered")
    assert row.reason == ("" if end == "delivered" else WHY)
    assert len(peer.asked) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("status", "end"), [(204, "delivered"), (404, "withdrawn")])
def test_withdraw_has_the_answer_wait_for_its_commit(peer: PeerServer, status: int, end: str):
    answered = threading.Event()
    peer.answers.extend([Answer(status=status, after=answered)] * 2)
    rows = write(to_peer("a"), to_peer("b"))
    draining = in_thread(lambda: drain(PEER_LANE))
    wait_until(lambda: len(peer.asked) == 2, "the requests to be under way")

    with transaction.atomic():
        withdraw("photo-service", ["b", "a"], WHY)
        answered.set()
        wait_until(another_waits_for_us, "the drain to write down its answers")
    draining.join()

    assert [state_of(row) for row in rows] == [end] * 2
    assert OutboxLane.objects.get().leased_until is None


def _written(messages: list[OutboxMessage], *, delivered: bool) -> object:
    hold = lanes.acquire(PEER_LANE)
    assert hold is not None
    return rows.write(hold, [RowResult(outbox_id=row.pk, delivered=delivered) for row in messages])


def _withdrawn(messages: list[OutboxMessage]) -> object:
    return take_back(*[row.key for row in messages])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "write_down",
    [partial(_written, delivered=True), partial(_written, delivered=False), _withdrawn],
)
def test_withdraw_and_the_end_of_a_batch_lock_rows_in_one_order(peer, write_down):
    """Or each could hold what the other waits for."""
    first, last = write(to_peer("a"), to_peer("b"))
    # Where PostgreSQL finds rows as they lie, it now finds the first last.
    OutboxMessage.objects.filter(pk=first.pk).update(attempts=1)

    with transaction.atomic():
        OutboxMessage.objects.select_for_update().get(pk=first.pk)
        writing = in_thread(lambda: write_down([first, last]))
        wait_until(another_waits_for_us, "the other to want the first row")
        free = OutboxMessage.objects.select_for_update(nowait=True).filter(pk=last.pk)
        try:
            found = list(free)
        except OperationalError:
            found = []
    writing.join()

    assert found == [last]
    assert state_of(first) == state_of(last)


@pytest.mark.django_db(transaction=True)
def test_withdraw_finds_its_rows_by_an_index_among_many():
    fill(delivered=20_000, waiting=20_000)
    keys = ["7", "30000", "39999"]
    parameters: dict[str, Any] = {"destination": "x", "keys": keys, "reason": WHY, "length": 100}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE messaging_outboxmessage")
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + rows._WITHDRAW, parameters)
        plan = cursor.fetchone()[0][0]["Plan"]

    # The table has a thousand blocks; partitions without rows are read in any way.
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 100
    assert OutboxMessage.objects.filter(withdrawn_on__isnull=False).count() == 2
