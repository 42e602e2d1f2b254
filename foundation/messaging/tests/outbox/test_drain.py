"""Draining the lane of a peer."""

import json
import socket
import threading
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from pytest_django import Settings

from foundation.messaging.models import Outage, OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.peer_server import Answer, PeerServer
from foundation.messaging.tests.play.racing import at_once, in_thread
from foundation.messaging.tests.play.rows import PEER_LANE, drained, let_pass, to_peer, write

pytestmark = pytest.mark.django_db(transaction=True)


def test_delivers_with_the_token_and_an_unchanging_idempotency_key(peer: PeerServer):
    peer.answers.extend([Answer(status=500), Answer()])
    (row,) = write(to_peer("photo-1", version=3))

    drain(PEER_LANE)
    let_pass(timedelta(seconds=5))
    drain(PEER_LANE)

    row.refresh_from_db()
    assert row.delivered_on is not None
    assert [asked.path for asked in peer.asked] == ["/photos/photo-1/tags"] * 2
    assert json.loads(peer.asked[1].body) == {"version": 3}
    assert {asked.headers["Authorization"] for asked in peer.asked} == {"Bearer secret-token"}
    assert {asked.headers["Idempotency-Key"] for asked in peer.asked} == {str(row.message_id)}


def test_keeps_the_order_of_each_key(peer: PeerServer):
    write(*(to_peer(key, v=v) for v in range(4) for key in "abc"))

    drain(PEER_LANE)

    for key in "abc":
        came = [json.loads(a.body)["v"] for a in peer.asked if f"/{key}/" in a.path]
        assert came == [0, 1, 2, 3]


def test_takes_four_statements_for_a_batch(peer, django_assert_num_queries):
    write(*(to_peer(f"photo-{n}") for n in range(40)))

    with django_assert_num_queries(4):
        drain(PEER_LANE)

    assert not OutboxMessage.objects.waiting().exists()


def test_keeps_connections_alive(peer: PeerServer, settings: Settings):
    write(*(to_peer(f"photo-{n}") for n in range(60)))

    drain(PEER_LANE)

    assert len(peer.asked) == 60
    assert peer.connections <= settings.OUTBOX_PEER_CONNECTIONS


def test_asks_many_at_once(peer: PeerServer):
    peer.open.clear()
    write(*(to_peer(f"photo-{n}") for n in range(8)))

    draining = in_thread(partial(drain, PEER_LANE))
    wait_until(lambda: len(peer.asked) == 8, "the requests to be made", 10)
    peer.open.set()
    draining.join()

    assert not OutboxMessage.objects.waiting().exists()


@pytest.mark.parametrize("status", [400, 410, 413, 414, 415, 422])
def test_gives_up_at_once_what_the_peer_will_never_take(peer: PeerServer, status: int):
    peer.answers.append(Answer(status=status, body=b"no such field"))
    row = drained(to_peer())

    assert row.dead_on is not None
    assert f"The photo service answered {status}" in row.reason
    assert row.reason.endswith("no such field")


def test_bounds_the_reason(peer: PeerServer):
    peer.answers.append(Answer(status=422, body=b"\x00x" * 100_000))
    row = drained(to_peer())

    assert len(row.reason) < 1_200


def test_reads_the_beginning_alone_of_an_answer_without_end(settings: Settings):
    head = b"HTTP/1.1 422 No\r\nContent-Type: text/plain\r\n\r\n"

    def send_for_ever(listening: socket.socket) -> None:
        client, _ = listening.accept()
        with client, suppress(OSError):  # it is cut off
            client.recv(65_536)
            client.sendall(head)
            while True:
                client.sendall(b"no such field " * 1000)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings.PEERS = {"photo-service": {"url": url, "token": ""}}
        peer = threading.Thread(target=send_for_ever, args=(listening,))
        peer.start()
        (row,) = write(to_peer())
        drain(PEER_LANE)
        peer.join(60)

    row.refresh_from_db()
    assert not peer.is_alive()
    assert row.dead_on is not None


@pytest.mark.parametrize(
    "status", [301, 302, 401, 403, 404, 405, 408, 409, 425, 429, 500, 502, 503, 504]
)
def test_tries_again_what_the_peer_may_take_later(peer: PeerServer, status: int):
    peer.answers.append(Answer(status=status))
    row = drained(to_peer())

    assert (row.dead_on, row.delivered_on, row.attempts) == (None, None, 1)
    let_pass(timedelta(seconds=60))
    drain(PEER_LANE)
    row.refresh_from_db()
    assert row.delivered_on is not None


def test_waits_as_long_as_the_peer_asks_for(peer: PeerServer):
    peer.answers.append(Answer(status=429, headers={"Retry-After": "40"}))
    write(to_peer())

    drain(PEER_LANE)
    let_pass(timedelta(seconds=35))
    drain(PEER_LANE)
    asked_early = len(peer.asked)
    let_pass(timedelta(seconds=10))
    drain(PEER_LANE)

    assert (asked_early, len(peer.asked)) == (1, 2)


@pytest.mark.parametrize("status", [401, 403, 503])
def test_leaves_a_peer_alone_that_is_down_or_does_not_take_our_token(peer: PeerServer, status: int):
    peer.answers.extend(Answer(status=status) for _ in range(100))
    write(*(to_peer(f"photo-{n}") for n in range(60)))

    drain(PEER_LANE)
    drain(PEER_LANE)

    outage = Outage.objects.paused().get()
    assert (outage.name, outage.failures) == ("photo service", 1)
    assert outage.reason.startswith(f"The photo service answered {status}")
    assert len(peer.asked) < 30
    assert OutboxMessage.objects.waiting().count() == 60


def test_asks_on_where_one_address_of_a_peer_is_unknown(peer: PeerServer):
    peer.answers.append(Answer(status=404))
    write(*(to_peer(f"photo-{n}") for n in range(20)))

    drain(PEER_LANE)

    assert not Outage.objects.exists()
    assert OutboxMessage.objects.waiting().count() == 1


def test_pauses_a_peer_longer_each_time_up_to_half_a_minute(peer: PeerServer):
    write(to_peer(peer="gone"))

    pauses = []
    for _ in range(7):
        drain("peer:gone")
        pauses.append(Outage.objects.get().pause_seconds)
        let_pass(timedelta(seconds=40))

    assert pauses == [1, 2, 4, 8, 16, 30, 30]


def test_never_gives_up_a_peer_that_cannot_be_reached(peer: PeerServer):
    (row,) = write(to_peer(peer="gone"))

    for _ in range(25):
        drain("peer:gone")
        let_pass(timedelta(seconds=400))

    row.refresh_from_db()
    assert (row.dead_on, row.attempts) == (None, 25)
    assert row.reason == "The gone refused the connection."


def test_gives_up_what_is_for_a_peer_that_is_configured_no_more(peer, settings):
    (row,) = write(to_peer())
    settings.PEERS = {"photo-service": {"url": "", "token": ""}}

    drain(PEER_LANE)

    row.refresh_from_db()
    assert row.dead_on is not None


def test_sends_nothing_twice_when_two_drain_at_once(peer: PeerServer):
    write(*(to_peer(f"photo-{n % 10}", v=n) for n in range(100)))

    at_once(*[partial(drain, PEER_LANE)] * 3)

    assert sorted(json.loads(asked.body)["v"] for asked in peer.asked) == list(range(100))
    assert not OutboxMessage.objects.waiting().exists()
