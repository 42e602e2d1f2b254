"""The bus is declared, and reached by any of its nodes."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from kombu import Queue
from pytest_django import Settings

from foundation.messaging.bus import broker, events
from foundation.messaging.tests.play.consumers import delete_queue, event, queue_length

NAME = "tests.taken"


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, empty_bus: None) -> None:
    """Offer the queue to another service."""
    monkeypatch.setattr(events, "_offered", {})
    events.offer_queue(NAME, "tests.one")


@pytest.fixture
def channel(empty_bus: None) -> Iterator[Any]:
    """A channel to the bus; the queue is deleted afterwards."""
    with broker.connection() as opened:
        yield opened.channel()
    delete_queue(NAME)


def declare_bus() -> str:
    said = StringIO()
    call_command("declare_bus", stdout=said)
    return said.getvalue()


def test_says_what_is_there(offered: None, channel: Any):
    said = declare_bus()

    assert said.startswith("exchange events (topic, durable)\nqueue finishline (durable), ")
    assert said.endswith(f"queue {NAME} (durable), waiting messages: 0\n  bound to tests.one\n")


def test_changes_nothing_when_repeated(offered: None, channel: Any):
    declare_bus()
    broker.publish(event(), "tests.one")

    said = [declare_bus() for _ in range(2)]

    assert said[0] == said[1]
    assert said[0].endswith(f"queue {NAME} (durable), waiting messages: 1\n  bound to tests.one\n")


def test_fails_when_the_broker_is_away(settings: Settings):
    settings.EVENT_BUS_URL = "amqp://guest:S3CRET@127.0.0.1:9//"

    with pytest.raises(CommandError, match="refused") as failure:
        declare_bus()

    assert failure.value.returncode == 1
    assert "127.0.0.1:9" in str(failure.value)
    assert "S3CRET" not in str(failure.value)


def test_fails_when_a_queue_exists_with_other_properties(offered: None, channel: Any):
    if hasattr(channel, "client"):
        channel.client.set(NAME, "no list")
    else:
        Queue(NAME, durable=True, queue_arguments={"x-max-length": 5})(channel).queue_declare()

    with pytest.raises(CommandError, match=r"WRONGTYPE|inequivalent arg 'x-max-length'") as failure:
        declare_bus()

    assert failure.value.returncode == 2


def test_puts_back_a_queue_that_was_deleted(offered: None, channel: Any):
    declare_bus()
    delete_queue(NAME)

    declare_bus()
    broker.publish(event(), "tests.one")

    assert queue_length(NAME) == 1


NOWHERE = "amqp://guest:guest@127.0.0.1:9//"


def test_a_connection_begins_with_any_of_them(settings: Settings):
    settings.EVENT_BUS_URL = "amqp://guest:guest@one//;amqp://guest:guest@two//"

    first = {broker.connection().hostname for _ in range(64)}

    assert first == {"one", "two"}


def test_one_that_is_down_is_passed_over(empty_bus: None, settings: Settings):
    if not settings.EVENT_BUS_URL.startswith("amqp"):
        pytest.skip("the bus is not RabbitMQ")
    settings.EVENT_BUS_URL = f"{NOWHERE};{settings.EVENT_BUS_URL}"

    for _ in range(4):
        broker.close_publisher()
        broker.publish(event(), "tests.unbound")
    broker.close_publisher()

    assert queue_length(broker.DEAD_LETTERS) == 0


def test_says_of_all_of_them_that_they_are_down(settings: Settings):
    settings.EVENT_BUS_URL = f"{NOWHERE};amqp://guest:S3CRET@127.0.0.1:10//"

    with pytest.raises(broker.BusDown, match=r"127.0.0.1:9.*127.0.0.1:10") as failure:
        broker.declare_all()

    assert "S3CRET" not in str(failure.value)
