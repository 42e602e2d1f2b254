"""What a command posts is delivered in its trace; messages to topics…"""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.conf import settings as current
from django.db import transaction
from kombu import Queue

from config.tests.receivers import traced
from foundation.messaging import outbox, tracing
from foundation.messaging.bus import broker, events
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import TopicMessage
from foundation.messaging.outbox.drain import drain, outbox_handler
from foundation.messaging.tests.play.consumers import delete_queue, take_all
from foundation.messaging.tests.play.peer_server import PeerServer
from foundation.messaging.tests.play.rows import let_pass, write

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_bus")]

QUEUE, TOPIC, HANDLER = "tests.traced", "tests.traced-event", "tests.traced_handler"


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch, empty_bus: None) -> Iterator[str]:
    """Offer a queue for the topic; it is deleted afterwards."""
    monkeypatch.setattr(events, "_offered", {})
    events.offer_queue(QUEUE, TOPIC)
    yield QUEUE
    broker.close_publisher()
    delete_queue(QUEUE)


def post_all() -> None:
    """Post to a handler of ours, which posts to a peer and to the bus."""

    def handle(_: object) -> None:
        put = outbox.PeerMessage(
            peer="photo-service", method="PUT", path="/photos/1", key=uuid4(), body={}
        )
        outbox.post(put, outbox.TopicMessage(topic=TOPIC, subject="1", data={}, key=uuid4()))

    outbox_handler(HANDLER)(handle)
    with transaction.atomic():
        outbox.post(outbox.HandlerMessage(handler=HANDLER, payload={}, key=uuid4()))


def test_to_each_destination_span_by_span(peer: PeerServer, queue: str) -> None:
    with traced() as receiver:
        with tracing.span("command", kind="SERVER"):
            post_all()
        for lane in (f"handler:{HANDLER}", "peer:photo-service", "bus"):
            with tracing.span("another drain"):  # its wake-up was of another trace
                drain(lane)

    spans = receiver.spans()
    names = {span.span_id: span.name for span in spans}
    [command] = [span for span in spans if span.name == "command"]
    of_trace = [span for span in spans if span.trace_id == command.trace_id]
    assert [(span.name, names.get(span.parent_span_id)) for span in of_trace] == [
        ("command", None),
        (f"deliver handler:{HANDLER}", "command"),
        ("deliver peer:photo-service", f"deliver handler:{HANDLER}"),
        ("PUT", "deliver peer:photo-service"),
        ("deliver bus", f"deliver handler:{HANDLER}"),
    ]
    linked = {span.name: [names[link.span_id] for link in span.links] for span in of_trace}
    assert linked["deliver peer:photo-service"] == ["another drain"]
    assert linked["deliver bus"] == linked[f"deliver handler:{HANDLER}"] == ["another drain"]
    ids = {span.name: span.span_id.hex() for span in of_trace}
    sent = f"00-{command.trace_id.hex()}-{{}}-03"  # sampled, of a random id
    assert peer.asked[0].headers["traceparent"] == sent.format(ids["PUT"])
    assert [event.traceparent for event in take_all(queue)] == [sent.format(ids["deliver bus"])]


def test_without_any_of_it_while_traces_are_off(peer: PeerServer, queue: str) -> None:
    post_all()
    for lane in (f"handler:{HANDLER}", "peer:photo-service", "bus"):
        drain(lane)

    assert "traceparent" not in peer.asked[0].headers
    assert [event.traceparent for event in take_all(queue)] == [""]
    assert not OutboxMessage.objects.filter(attributes__has_key="traceparent").exists()


NAME = "tests.topics"


@pytest.fixture
def queue_of_all():
    """A queue of everything under `tests.`; it is deleted afterwards."""
    with broker.connection() as opened:
        bound = Queue(NAME, exchange=broker.EXCHANGE, routing_key="tests.#")(opened.channel())
        bound.declare()
    yield NAME
    delete_queue(NAME)


def message(topic: str, key: str = "a", **more: str) -> TopicMessage:
    return TopicMessage(topic=topic, key=key, subject=key, data={}, **more)  # type: ignore[arg-type]


def test_topics_of_one_key_keep_their_order_over_all_topics_when_the_bus_was_down(
    queue_of_all, settings
):
    write(message("tests.first"), message("tests.second"), message("tests.third", key="b"))
    url, settings.EVENT_BUS_URL = current.EVENT_BUS_URL, "amqp://guest:guest@127.0.0.1:9//"
    broker.close_publisher()
    drain("bus")
    settings.EVENT_BUS_URL = url
    write(message("tests.fourth"))

    let_pass(timedelta(minutes=1))
    drain("bus")

    assert [one.type for one in take_all(queue_of_all) if one.subject == "a"] == [
        "tests.first",
        "tests.second",
        "tests.fourth",
    ]


def test_topics_with_a_routing_key_go_there_and_keep_their_type(queue_of_all: str):
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

    (taken,) = take_all(queue_of_all)
    assert (taken.id, taken.type) == (str(event_id), "other.topic")
    assert row.destination == "tests.only"
