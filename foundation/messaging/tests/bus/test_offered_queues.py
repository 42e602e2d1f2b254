"""A queue offered to another service…"""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings

from foundation.messaging.bus import broker
from foundation.messaging.bus import events as subscriptions
from foundation.messaging.tests.play.consumers import delete_queue, event, queue_length, take_all
from foundation.messaging.tests.play.other_processes import environment

pytestmark = pytest.mark.usefixtures("empty_bus")

NAME = "tests.offered"


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, empty_bus: None) -> Iterator[str]:
    """Offer a queue for two topics; it is deleted afterwards."""
    monkeypatch.setattr(subscriptions, "_offered", {})
    subscriptions.offer_queue(NAME, "tests.one", "tests.two")
    yield NAME
    broker.close_publisher()
    delete_queue(NAME)


def test_gets_its_topics_in_order_before_its_consumer_first_runs(offered: str):
    events = [event(n=n) for n in range(20)]

    for n, one in enumerate(events):
        broker.publish(one, ("tests.one", "tests.two", "tests.three", "tests.one.more")[n % 4])

    taken = [one.data["n"] for one in take_all(offered)]
    assert taken == [n for n in range(20) if n % 4 < 2]


@pytest.mark.process
def test_keeps_its_messages_when_our_processes_restart(offered: str, db: None):
    events = [event() for _ in range(5)]
    for one in events[:3]:
        broker.publish(one, "tests.one")
    broker.close_publisher()

    # Another process, which does not know the queue: it neither empties nor deletes it.
    declared = [sys.executable, "manage.py", "declare_bus"]
    subprocess.run(declared, cwd=settings.BASE_DIR, env=environment(), check=True)
    for one in events[3:]:
        broker.publish(one, "tests.one")

    assert [one.id for one in take_all(offered)] == [one.id for one in events]


def test_is_counted_by_the_declaration(offered: str):
    for _ in range(3):
        broker.publish(event(), "tests.one")

    counted = {queue.name: queue.waiting for queue in broker.declare_all()}

    assert counted == {broker.QUEUE: 0, broker.DEAD_LETTERS: 0, offered: 3}
    assert queue_length(offered) == 3


def test_is_the_same_when_offered_twice(offered: str):
    subscriptions.offer_queue(NAME, "tests.two", "tests.three")

    assert subscriptions.offered_queues() == {NAME: ("tests.one", "tests.two", "tests.three")}
