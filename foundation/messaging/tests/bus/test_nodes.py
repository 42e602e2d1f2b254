"""A bus of several nodes: any of them is asked first, and the next one where it does not answer."""

import pytest
from pytest_django import Settings

from foundation.messaging.bus import broker
from foundation.messaging.tests.play.consumers import event, queue_length

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
        broker.publish(event(), "tests.nobody")
    broker.close_publisher()

    assert queue_length(broker.DEAD_LETTERS) == 0


def test_says_of_all_of_them_that_they_are_down(settings: Settings):
    settings.EVENT_BUS_URL = f"{NOWHERE};amqp://guest:S3CRET@127.0.0.1:10//"

    with pytest.raises(broker.BusDown, match=r"127.0.0.1:9.*127.0.0.1:10") as failure:
        broker.declare_all()

    assert "S3CRET" not in str(failure.value)
