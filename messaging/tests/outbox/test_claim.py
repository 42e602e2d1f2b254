"""Claiming outbox rows."""

from datetime import timedelta

import pytest
from django.db import connection

from messaging.models import OutboxMessage
from messaging.outbox import rows
from messaging.outbox.rows import Setback, claim
from messaging.tests.play.racing import at_once
from messaging.tests.play.rows import PEER_LANE, fill, let_pass, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)


def test_takes_the_first_row_of_each_key_only(peer: object):
    first, _, other = write(to_peer("a", v=1), to_peer("a", v=2), to_peer("b", v=1))

    claimed = claim(PEER_LANE, 10)

    assert [row.pk for row in claimed.rows] == [first.pk, other.pk]


def test_takes_higher_priority_first_and_then_the_oldest(peer: object):
    rows = write(*(to_peer(key) for key in "abc"))
    OutboxMessage.objects.filter(pk=rows[2].pk).update(priority=50)

    claimed = claim(PEER_LANE, 2)

    assert [row.key for row in claimed.rows] == ["c", "a"]


def test_takes_the_second_row_once_the_first_is_dead(peer: object):
    _, second = write(to_peer("a", v=1), to_peer("a", v=2))
    first = claim(PEER_LANE, 10)
    rows.set_back(first.lease, [Setback(outbox_id=first.rows[0].pk, reason="no", dead=True)])

    claimed = claim(PEER_LANE, 10)

    assert [row.pk for row in claimed.rows] == [second.pk]


def test_leaves_leased_rows_alone_until_the_lease_ends(peer: object):
    write(to_peer())
    held = claim(PEER_LANE, 10)

    nothing = claim(PEER_LANE, 10)
    let_pass(timedelta(seconds=61))
    again = claim(PEER_LANE, 10)

    assert nothing.rows == []
    assert [row.pk for row in again.rows] == [row.pk for row in held.rows]


def test_lets_only_the_lease_in_force_say_what_became_of_a_row(peer: object):
    (row,) = write(to_peer())
    lost = claim(PEER_LANE, 10)
    let_pass(timedelta(seconds=61))
    held = claim(PEER_LANE, 10)

    assert rows.deliver(lost.lease, [row.pk]) == 0
    rows.set_back(lost.lease, [Setback(outbox_id=row.pk, reason="late", dead=True)])
    row.refresh_from_db()
    assert (row.delivered_on, row.dead_on, row.lease) == (None, None, held.lease)
    assert rows.deliver(held.lease, [row.pk]) == 1


def test_gives_no_row_to_two_that_claim_at_once(peer: object):
    write(*(to_peer(f"photo-{n}") for n in range(200)))
    taken: list[int] = []

    def take() -> None:
        while rows := claim(PEER_LANE, 7).rows:
            taken.extend(row.pk for row in rows)

    at_once(*[take] * 4)

    assert len(taken) == len(set(taken)) == 200


def test_reads_the_waiting_rows_by_index_among_many_delivered(peer: object):
    fill(delivered=20_000, waiting=2_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE messaging_outboxmessage")
        cursor.execute(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + rows._CLAIM,
            {"lane": "peer:x", "limit": 50, "lease": None, "period": "1 s"},
        )
        plan = cursor.fetchone()[0][0]["Plan"]

    assert "Seq Scan" not in str(plan)
