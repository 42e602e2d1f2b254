"""A photo's trace: from the message on the bus to both deliveries, as an OTLP receiver has it."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.conf import settings
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from config.tests.receivers import Receiver, traced
from foundation.messaging.bus import broker
from foundation.messaging.bus.consumer import Consumer
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.consumers import empty_queues
from foundation.messaging.tests.play.other_processes import environment
from recognition.models import NumberRequest, Photo, Strategy
from recognition.tests.calls.processes import deliver, process_photos_in, until
from recognition.tests.factories import AlbumFactory, published
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

TRACE, PUBLISHER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
WORKER = "the worker"

# Every span of the trace: its name, its kind, its parent's name; in the order of their beginnings.
# The first request fails: the photo is found again in the database, without any message.
EXPECTED = """
process photos.photo-published | CONSUMER | the publisher
process photo                  | INTERNAL | process photos.photo-published
POST                           | CLIENT   | process photo
process photo                  | INTERNAL | process photos.photo-published
POST                           | CLIENT   | process photo
apply callback                 | INTERNAL | process photo
deliver peer:photo-service     | PRODUCER | apply callback
PUT                            | CLIENT   | deliver peer:photo-service
deliver peer:photo-service     | PRODUCER | apply callback
PUT                            | CLIENT   | deliver peer:photo-service
"""

# The same where a worker delivers: the callback's wake-up has the trace to the other process.
EXPECTED_OF_WORKER = """
process photos.photo-published | CONSUMER | the publisher
process photo                  | INTERNAL | process photos.photo-published
POST                           | CLIENT   | process photo
apply callback                 | INTERNAL | process photo
run messaging.drain_lane       | CONSUMER | apply callback
deliver peer:photo-service     | PRODUCER | run messaging.drain_lane
PUT                            | CLIENT   | deliver peer:photo-service
deliver peer:photo-service     | PRODUCER | run messaging.drain_lane
PUT                            | CLIENT   | deliver peer:photo-service
"""


@contextmanager
def consuming() -> Iterator[None]:
    """Run a consumer of an empty bus in this process."""
    broker.close_publisher()
    empty_queues()
    consumer = Consumer(1)
    thread = threading.Thread(target=consumer.run)
    thread.start()
    yield
    consumer.stop()
    thread.join()
    broker.close_publisher()


@contextmanager
def delivering(pool: str, receiver: Receiver, wires: SandboxClient) -> Iterator[None]:
    """Run a Celery worker of the outbox as a process; all its spans have come when it ends."""
    options = f"--queues outbox --pool {pool} --concurrency 2 --without-mingle --without-gossip"
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", *options.split()],
        cwd=settings.BASE_DIR,
        env={
            **environment(),
            "PHOTO_SERVICE_URL": wires.url("photo-service"),
            "OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url,
            "OTEL_SERVICE_NAME": WORKER,
        },
    )
    try:
        yield
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def message(data: dict[str, object]) -> bytes:
    """Return a message of the platform, which traces with the extension of CloudEvents."""
    return json.dumps({
        "specversion": "1.0",
        "id": str(uuid4()),
        "source": "/photos",
        "type": "photos.photo-published",
        "traceparent": f"00-{TRACE}-{PUBLISHER}-01",
        "data": data,
    }).encode()  # fmt: skip


def expected_rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in table.strip().splitlines()]


def rows(spans: list[Span]) -> list[list[str]]:
    """Return name, kind and parent's name of each span, as the table has them."""
    names = {span.span_id.hex(): span.name for span in spans} | {PUBLISHER: "the publisher"}
    kinds = {number: name.removeprefix("SPAN_KIND_") for name, number in Span.SpanKind.items()}
    return [[span.name, kinds[span.kind], names[span.parent_span_id.hex()]] for span in spans]


def test_has_every_step_from_the_message_to_both_deliveries(wires: SandboxClient) -> None:
    data = published(AlbumFactory.create(strategy=Strategy.FACE_NUMBER))
    wires.set_truth(data["photoId"], persons=["p1"], tags=["101"])
    wires.behave("number-provider", next=["fail"])

    with traced() as receiver:
        with consuming():
            exchange, topic = broker.EXCHANGE.name, "photos.photo-published"
            broker.publish_raw(message(data), exchange=exchange, routing_key=topic)
            until(Photo.objects.exclude(number_failure="").exists)
        process_photos_in(hours=1)
        until(lambda: wires.stats("number-provider")["callbackAnswers"].get("202"))
        deliver()

    of_trace = [span for span in receiver.spans() if span.trace_id.hex() == TRACE]
    expected = expected_rows(EXPECTED)
    # Deliveries go out at the same time: sorted, each `PUT` follows one of them.
    assert sorted(rows(of_trace)) == sorted(expected)
    assert rows(of_trace)[:6] == expected[:6]
    assert {delivery.headers["x-key"] for delivery in receiver.received} == {"a key"}
    _assert_linked_to_its_request(receiver.spans())
    _assert_continued_by_the_provider(of_trace)
    assert wires.photo_service_state().tags(data["photoId"]) == ["101"]


@pytest.mark.process
@pytest.mark.parametrize("pool", ["prefork", "gevent"])
def test_goes_on_in_a_worker_of_celery(wires: SandboxClient, pool: str) -> None:
    data = published(AlbumFactory.create(strategy=Strategy.FACE_NUMBER))
    wires.set_truth(data["photoId"], persons=["p1"], tags=["101"])

    with traced() as receiver, delivering(pool, receiver, wires), consuming():
        exchange, topic = broker.EXCHANGE.name, "photos.photo-published"
        broker.publish_raw(message(data), exchange=exchange, routing_key=topic)
        until(lambda: OutboxMessage.objects.filter(delivered_on__isnull=False).count() == 2)

    of_trace = [span for span in receiver.spans() if span.trace_id.hex() == TRACE]
    expected = expected_rows(EXPECTED_OF_WORKER)
    assert sorted(rows(of_trace)) == sorted(expected)
    of_worker = [span.name for span in receiver.spans(WORKER)]
    assert sorted(of_worker) == sorted(name for name, _kind, _parent in expected[4:])
    assert wires.photo_service_state().tags(data["photoId"]) == ["101"]


def _assert_linked_to_its_request(spans: list[Span]) -> None:
    """The provider sent no traceparent: its call is another trace, and a link leads there."""
    [request] = [span for span in spans if span.name.startswith("POST /client-api")]
    [applied] = [span for span in spans if span.name == "apply callback"]
    assert request.trace_id.hex() != TRACE
    assert [link.span_id for link in applied.links] == [request.span_id]


def _assert_continued_by_the_provider(of_trace: list[Span]) -> None:
    stored = set(NumberRequest.objects.values_list("traceparent", flat=True))
    steps = [span.span_id.hex() for span in of_trace if span.name == "process photo"]
    assert stored == {f"00-{TRACE}-{step}-01" for step in steps}


def test_is_not_stored_while_traces_are_off(wires: SandboxClient) -> None:
    data = published(AlbumFactory.create(strategy=Strategy.FACE_NUMBER))

    with consuming():
        exchange, topic = broker.EXCHANGE.name, "photos.photo-published"
        broker.publish_raw(message(data), exchange=exchange, routing_key=topic)
        until(Photo.objects.filter(state="Processed").exists)

    assert Photo.objects.get().traceparent is None
    assert NumberRequest.objects.get().traceparent is None
