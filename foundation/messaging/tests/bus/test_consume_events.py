"""`manage.py consume_events`, as a process of its own for each test, as it starts and ends…"""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from foundation.messaging.bus import broker
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.consumers import (
    event,
    is_connected,
    queue_length,
    running_consumer,
    wait_until,
)
from foundation.records.texts import UNFORESEEN
from tools.local.ports import free_port

pytestmark = [
    pytest.mark.process,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("empty_bus"),
]


def test_takes_in_what_was_published_before_it_ran_but_for_what_fails_every_time():
    failing, good = event(fail=True), [event() for _ in range(20)]
    for one in (failing, *good):
        broker.publish(one, TOPIC)

    with running_consumer(concurrency=1):
        wait_until(DeadLetter.objects.exists, "a dead letter")
        wait_until(lambda: InboxMessage.objects.count() == 20, "20 events taken in")

    letter = DeadLetter.objects.get()
    assert (letter.event_id, letter.times) == (failing.id, 1)
    assert letter.reason == f"Failed 4 times. {UNFORESEEN}"
    effects = OutboxMessage.objects.values_list("key", flat=True)
    assert sorted(effects) == sorted(one.id for one in good)


def test_finishes_what_is_in_hand_on_sigterm_and_leaves_the_rest(tmp_path: Path):
    gate = tmp_path / "gate.open"
    in_hand, waiting = event(wait_for=str(gate)), event()

    # Long enough that nothing is sent again while the handler waits.
    with running_consumer(concurrency=1, visibility_seconds=60) as consumer:
        broker.publish(in_hand, TOPIC)
        wait_until(gate.with_suffix(".started").exists, "the handler begun")
        consumer.terminate()
        broker.publish(waiting, TOPIC)
        gate.touch()
        assert consumer.status() == 0

    assert list(InboxMessage.objects.values_list("event_id", flat=True)) == [in_hand.id]
    wait_until(lambda: queue_length(broker.QUEUE) == 1, "the other event back in its queue")


def test_loses_nothing_when_killed_in_the_middle(tmp_path: Path):
    gate = tmp_path / "gate.open"
    events = [event(wait_for=str(gate)), *(event() for _ in range(30))]
    for one in events:
        broker.publish(one, TOPIC)

    with running_consumer(concurrency=4) as consumer:
        wait_until(gate.with_suffix(".started").exists, "the handler begun")
        consumer.kill()
    gate.touch()
    with running_consumer(concurrency=4):
        wait_until(lambda: InboxMessage.objects.count() == 31, "all 31 taken in")

    effects = OutboxMessage.objects.values_list("key", flat=True)
    assert sorted(effects) == sorted(one.id for one in events)


def test_refuses_to_handle_no_message_at_a_time():
    with pytest.raises(CommandError, match="must be 1 or more"):
        call_command("consume_events", concurrency=0)


def test_lives_while_the_bus_is_away_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    alive, port = tmp_path / "alive", free_port()
    monkeypatch.setenv("CONSUMER_LIVENESS_FILE", str(alive))
    monkeypatch.setenv("CONSUMER_METRICS_PORT", str(port))

    with override_settings(EVENT_BUS_URL=f"redis://127.0.0.1:{free_port()}/0"), running_consumer():
        wait_until(alive.exists, "a sign of life")
        wait_until(lambda: is_connected(port) is False, "the bus reported as away")
        alive.unlink()
        wait_until(alive.exists, "another one")
