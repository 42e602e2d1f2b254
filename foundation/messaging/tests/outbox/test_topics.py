"""Messages to topics…"""

from datetime import timedelta
from uuid import UUID

import pytest
from django.conf import settings as current
from kombu import Queue

from foundation.messaging.bus import broker
from foundation.messaging.outbox import TopicMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import delete_queue, take_all
from foundation.messaging.tests.play.rows import let_pass, write

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_bus")]

NAME = "tests.topics"


@pytest.fixture
def queue():
    """A queue of everything under `tests.`; it is deleted afterwards."""
    with broker.connection() as opened:
        bound = Queue(NAME, exchange=broker.EXCHANGE, routing_key="tests.#")(opened.channel())
        bound.declare()
    yield NAME
    delete_queue(NAME)


def message(topic: str, key: str = "a", **more: str) -> TopicMessage:
    return TopicMessage(topic=topic, key=key, subject=key, data={}, **more)  # type: ignore[arg-type]


def test_of_one_key_keep_their_order_over_all_topics_when_the_bus_was_down(queue, settings):
    write(message("tests.first"), message("tests.second"), message("tests.third", key="b"))
    url, settings.EVENT_BUS_URL = current.EVENT_BUS_URL, "amqp://guest:guest@127.0.0.1:9//"
    broker.close_publisher()
    drain("bus")
    settings.EVENT_BUS_URL = url
    write(message("tests.fourth"))

    let_pass(timedelta(minutes=1))
    drain("bus")

    assert [one.type for one in take_all(queue) if one.subject == "a"] == [
        "tests.first",
        "tests.second",
        "tests.fourth",
    ]


def test_with_a_routing_key_go_there_and_keep_their_type(queue: str):
    event_id = UUID("3f1c1c62-6f0e-4f0a-9f43-0a6a5e0c7b11")
    (row,) = write(
        TopicMessage(
            topic="other.topic",
            key="a",
            subject="a",
            data={},
            event_id=event_id,
            routing_key="tests.only",
        )
    )

    drain("bus")

    (taken,) = take_all(queue)
    assert (taken.id, taken.type) == (str(event_id), "other.topic")
    assert row.destination == "tests.only"
