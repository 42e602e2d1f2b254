"""A request that its peer goes on refusing."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from foundation.messaging.commands import SendBackOutboxMessageCommand, send_back_outbox_message
from foundation.messaging.models import Outage, OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.rows import PEER_LANE, drained, let_pass, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 3


@pytest.fixture(autouse=True)
def _most(settings: Settings) -> None:
    settings.OUTBOX_MAX_REFUSALS = MOST


def attempt(times: int) -> None:
    """Drain the peer's lane so many times, each when all its rows are due."""
    for _ in range(times):
        drain(PEER_LANE)
        let_pass(timedelta(seconds=400))


@pytest.mark.parametrize("status", [404, 405, 409, 423])
def test_is_dead_after_so_many_refusals(peer: PeerServer, status: int):
    peer.answers.extend([Answer(status=status, body=b"no such photo")] * MOST)
    (row,) = write(to_peer())

    attempt(MOST + 2)

    row.refresh_from_db()
    assert row.dead_on is not None
    assert (row.attempts, row.refusals, len(peer.asked)) == (MOST, MOST, MOST)
    assert row.reason.startswith(f"Refused {MOST} times. The photo service answered {status}")
    assert row.reason.endswith("no such photo")


def test_is_delivered_where_the_peer_was_only_behind(peer: PeerServer):
    peer.answers.extend([Answer(status=404)] * (MOST - 1))
    (row,) = write(to_peer())

    attempt(MOST)

    row.refresh_from_db()
    assert row.delivered_on is not None
    assert (row.dead_on, row.refusals) == (None, MOST - 1)


@pytest.mark.parametrize("status", [301, 401, 403, 407, 408, 425, 429, 500, 503])
def test_is_not_one_that_may_be_taken_later(peer: PeerServer, status: int):
    peer.answers.extend([Answer(status=status)] * (MOST + 2))
    (row,) = write(to_peer())

    attempt(MOST + 2)

    row.refresh_from_db()
    assert (row.dead_on, row.attempts, row.refusals) == (None, MOST + 2, 0)
    assert len(peer.asked) == MOST + 2


def test_is_not_counted_while_the_peer_is_down(peer: PeerServer):
    rows = write(to_peer("a"), to_peer("b"))
    for _ in range(MOST + 2):
        peer.answers.extend([Answer(status=404), Answer(status=503)])
        attempt(1)

    refusals = {row.refusals for row in OutboxMessage.objects.all()}
    assert refusals == {0}
    assert OutboxMessage.objects.waiting().count() == len(rows)


def test_lets_the_newer_ones_of_its_key_go_on(peer: PeerServer):
    peer.answers.extend([Answer(status=404)] * MOST)
    refused, newer = write(to_peer("a", version=1), to_peer("a", version=2))

    attempt(MOST + 1)

    refused.refresh_from_db()
    newer.refresh_from_db()
    assert (refused.dead_on is None, newer.delivered_on is None) == (False, False)


def test_has_all_its_attempts_again_when_it_is_sent_back(peer: PeerServer):
    peer.answers.extend([Answer(status=404)] * (2 * MOST - 1))
    (row,) = write(to_peer())
    attempt(MOST)

    send_back_outbox_message(SendBackOutboxMessageCommand(outbox_id=row.pk))
    attempt(MOST)

    row.refresh_from_db()
    assert row.delivered_on is not None
    assert len(peer.asked) == 2 * MOST


def test_is_not_one_whose_token_no_header_can_carry(peer: PeerServer, settings: Settings):
    settings.PEERS["photo-service"]["token"] = "токен"
    row = drained(to_peer())

    assert row.dead_on is None
    assert row.reason.startswith("The photo service cannot be asked: its address or its token")
    assert Outage.objects.paused().get().name == "photo service"
