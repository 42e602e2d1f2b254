"""`outbox.post`."""

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.test.utils import CaptureQueriesContext
from kombu import Connection
from structlog.contextvars import bound_contextvars

from foundation.messaging import wakeups
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox import TopicMessage, post
from foundation.messaging.outbox.lanes import DRAIN_TASK
from foundation.messaging.tests.play.rows import PEER_LANE, to_handler, to_peer, write


def _wakeups() -> int:
    with Connection(settings.CELERY_BROKER_URL) as broker:
        return int(broker.default_channel.client.llen("outbox"))  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_refuses_to_write_outside_a_transaction():
    with pytest.raises(transaction.TransactionManagementError):
        post(to_peer())

    assert not OutboxMessage.objects.exists()


@pytest.mark.django_db
def test_refuses_a_peer_that_is_not_configured():
    with pytest.raises(ImproperlyConfigured, match="unknown"):
        post(to_peer(peer="unknown"))


@pytest.mark.django_db
def test_writes_any_number_of_rows_with_one_statement(django_assert_num_queries):
    topic = TopicMessage(topic="a.b", key="k", subject="k", data={})

    with django_assert_num_queries(1) as queries:
        post(to_peer(), to_handler(), topic, *(to_peer(f"photo-{n}") for n in range(50)))

    assert isinstance(queries, CaptureQueriesContext)
    assert OutboxMessage.objects.count() == 53


@pytest.mark.django_db(transaction=True)
def test_writes_rows_in_the_order_of_the_messages_as_they_are():
    topic = TopicMessage(topic="a.b", key="k", subject="k", data={"text": '"né\n', "none": None})

    rows = write(*(to_peer(f"photo-{n}") for n in range(50)), topic)

    assert [row.key for row in rows] == [*(f"photo-{n}" for n in range(50)), "k"]
    assert rows[-1].body == {"text": '"né\n', "none": None}
    assert (rows[0].kind, rows[0].attributes["method"], rows[0].attempts) == ("Peer", "PUT", 0)


@pytest.mark.django_db(transaction=True)
def test_sends_one_wakeup_for_many_rows_and_many_commits():
    before = _wakeups()

    for _ in range(5):
        write(to_peer(), to_peer(), to_handler())

    assert _wakeups() - before == 1


@pytest.mark.django_db(transaction=True)
def test_sends_the_next_wakeup_once_a_worker_has_taken_the_last():
    write(to_peer())
    before = _wakeups()

    wakeups.wakeup_taken(f"{DRAIN_TASK} {PEER_LANE}")
    write(to_peer())

    assert _wakeups() - before == 1


@pytest.mark.django_db
def test_survives_a_broker_that_cannot_be_reached(settings, django_capture_on_commit_callbacks):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    with django_capture_on_commit_callbacks(execute=True):
        post(to_peer())

    assert OutboxMessage.objects.count() == 1


@pytest.mark.django_db
def test_keeps_the_id_of_the_request_that_caused_it():
    with bound_contextvars(request_id="request-7"):
        post(to_peer())

    assert OutboxMessage.objects.get().attributes["requestId"] == "request-7"
