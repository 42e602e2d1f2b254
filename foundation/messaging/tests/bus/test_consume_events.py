"""`manage.py consume_events`, as a process of its own for each test, as it starts and ends…"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from foundation.messaging.bus import broker
from foundation.messaging.commands import SendBackDeadLetterCommand, send_back_dead_letter
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.consumers import (
    cut_connections,
    cut_database_connections,
    event,
    is_connected,
    metrics_at,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumer:
    """Where the running consumer shows that it lives, and what it did."""

    alive: Path
    port: int


@pytest.fixture(scope="module")
def consumer(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Consumer]:
    shown = Consumer(alive=tmp_path_factory.mktemp("consumer") / "alive", port=free_port())
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CONSUMER_LIVENESS_FILE", str(shown.alive))
            patch.setenv("CONSUMER_METRICS_PORT", str(shown.port))
            stack.enter_context(running_consumer())
        wait_until(lambda: is_connected(shown.port), "a connection to the bus")
        yield shown


def test_takes_in_a_repeated_event_once(consumer: Consumer):
    one, last = event(), event()
    for _ in range(10):
        broker.publish(one, TOPIC)
    broker.publish(last, TOPIC)

    wait_until(lambda: InboxMessage.objects.count() == 2, "both events taken in")
    wait_until(lambda: queue_length(broker.QUEUE) == 0, "an empty queue")

    assert OutboxMessage.objects.filter(key=one.id).count() == 1


def test_puts_an_unreadable_message_before_the_staff_with_the_reason(consumer: Consumer):
    broker.publish_raw(b"{not json", exchange="events", routing_key=TOPIC)

    wait_until(DeadLetter.objects.exists, "a dead letter")

    letter = DeadLetter.objects.get()
    assert (letter.topic, bytes(letter.body)) == (TOPIC, b"{not json")
    assert letter.reason.startswith("Unreadable")


def test_takes_in_what_staff_sent_back(consumer: Consumer, listener: None):
    failing = event(fail=True)
    broker.publish(failing, TOPIC)

    wait_until(DeadLetter.objects.exists, "a dead letter")
    letter = DeadLetter.objects.get()
    send_back_dead_letter(
        SendBackDeadLetterCommand(dead_letter_id=letter.pk, sent_back_on=timezone.now())
    )
    drain("bus")
    wait_until(lambda: DeadLetter.objects.get().times == 2, "it died again")

    assert DeadLetter.objects.get().sent_back_on is None


def test_shows_that_it_lives_and_what_it_did(consumer: Consumer):
    before = _counted(consumer)

    broker.publish(event(), TOPIC)

    wait_until(consumer.alive.exists, "a sign of life")
    wait_until(lambda: _counted(consumer) == before + 1, "the event counted")
    assert 'finishline_bus_queue_messages{queue="finishline"} ' in metrics_at(consumer.port)


# Messages may come once more after these two, so they are the last.
def test_waits_for_a_database_that_restarts(consumer: Consumer):
    events = [event() for _ in range(200)]

    for one in events:
        broker.publish(one, TOPIC)
    wait_until(lambda: InboxMessage.objects.count() > 20, "the first events taken in")
    cut_database_connections()
    wait_until(lambda: InboxMessage.objects.count() == 200, "all 200 taken in")

    assert OutboxMessage.objects.count() == 200
    assert not DeadLetter.objects.exists()


def test_goes_on_after_the_broker_cut_its_connection(consumer: Consumer, tmp_path: Path):
    gate = tmp_path / "gate.open"
    in_hand, later = event(wait_for=str(gate)), event()

    broker.publish(in_hand, TOPIC)
    wait_until(gate.with_suffix(".started").exists, "the handler begun")
    cut_connections()
    gate.touch()
    broker.publish(later, TOPIC)
    wait_until(lambda: InboxMessage.objects.count() == 2, "both events taken in")
    wait_until(lambda: queue_length(broker.QUEUE) == 0, "an empty queue")

    assert OutboxMessage.objects.count() == 2


def _counted(consumer: Consumer) -> float:
    name = f'finishline_bus_messages_total{{topic="{TOPIC}",verdict="TakenIn"}} '
    lines = metrics_at(consumer.port).splitlines()
    return sum(float(line.removeprefix(name)) for line in lines if name in line)
