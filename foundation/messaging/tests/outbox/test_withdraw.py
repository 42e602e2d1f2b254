"""`outbox.withdraw`."""

import threading
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from foundation.messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from foundation.messaging.models import Outage, OutboxLane, OutboxMessage
from foundation.messaging.outbox import lanes, rows, withdraw
from foundation.messaging.outbox.drain import drain
from foundation.messaging.outbox.rows import RowResult
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.racing import another_waits_for_us, in_thread
from foundation.messaging.tests.play.rows import PEER_LANE, fill, to_handler, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)

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


def test_takes_back_what_waits_and_says_why(peer: PeerServer):
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


def test_takes_back_the_dead_for_good_and_keeps_what_they_died_of(peer: PeerServer):
    (row,) = write(to_peer("a"))
    OutboxMessage.objects.update(dead_on=timezone.now(), reason="422 no such photo")

    take_back("a")
    send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))

    assert (state_of(row), row.reason) == ("withdrawn", f"{WHY} Before: 422 no such photo")


def test_refuses_to_write_outside_a_transaction(peer: PeerServer):
    (row,) = write(to_peer("a"))

    with pytest.raises(transaction.TransactionManagementError):
        withdraw("photo-service", ["a"], WHY)

    assert state_of(row) == "waiting"


@pytest.mark.parametrize(
    ("status", "end"),
    [(204, "delivered"), (404, "withdrawn"), (422, "withdrawn"), (503, "withdrawn")],
)
def test_leaves_the_request_under_way_to_its_answer(peer: PeerServer, status: int, end: str):
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


@pytest.mark.parametrize(("status", "end"), [(204, "delivered"), (404, "withdrawn")])
def test_has_the_answer_wait_for_its_commit(peer: PeerServer, status: int, end: str):
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


@pytest.mark.parametrize(
    "write_down",
    [partial(_written, delivered=True), partial(_written, delivered=False), _withdrawn],
)
def test_and_the_end_of_a_batch_lock_rows_in_one_order(peer, write_down):
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


def test_finds_its_rows_by_an_index_among_many():
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
