"""In-house handlers of the outbox."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from celery import current_app
from django.conf import settings as house
from kombu import Connection
from pytest_django import DjangoAssertNumQueries, Settings

from messaging.models import OutboxMessage
from messaging.outbox import TopicMessage, handlers, post
from messaging.outbox.drain import drain
from messaging.outbox.handlers import handle, outbox_handler
from messaging.tests.play.racing import at_once
from messaging.tests.play.rows import let_pass, to_handler, write
from records.refusals import Conflict

NAME = "tests.handle"
LANE = f"handler:{NAME}"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def work() -> Iterator[Mock]:
    """What the handler does; by default it leaves one row, its effect."""

    def effect(payload: Mapping[str, Any]) -> None:
        post(TopicMessage(topic="tests.effect", key="effect", subject="x", data=payload))

    mock = Mock(side_effect=effect)
    outbox_handler(NAME)(lambda payload: mock(payload))
    yield mock
    handlers._registered.pop(NAME)
    current_app.tasks.pop(NAME)


def _queued() -> list[int]:
    with Connection(house.CELERY_BROKER_URL) as broker:
        redis: Any = broker.default_channel
        counts = [
            redis.client.llen(key) for key in ("events", *(f"events:{n}" for n in range(1, 10)))
        ]
        redis.client.delete("events", *(f"events:{n}" for n in range(1, 10)))
        return counts


def _effects() -> int:
    return OutboxMessage.objects.filter(destination="tests.effect").count()


def test_is_a_celery_task_with_its_own_name_late_acks_and_limits(work: Mock):
    task = current_app.tasks[NAME]

    assert (task.acks_late, task.soft_time_limit, task.time_limit) == (True, 60, 90)


def test_is_sent_one_message_a_row_at_the_priority_of_the_row(work: Mock):
    _queued()
    low, high = write(to_handler("a"), to_handler("b"))
    OutboxMessage.objects.filter(pk=high.pk).update(priority=100)
    OutboxMessage.objects.filter(pk=low.pk).update(priority=0)

    drain(LANE)

    assert _queued() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


def test_gets_the_payload_and_ends_the_row_with_its_effects(
    work: Mock, django_assert_num_queries: DjangoAssertNumQueries
):
    (row,) = write(to_handler(n=7))

    with django_assert_num_queries(6):
        handle(NAME, row.pk)

    row.refresh_from_db()
    assert row.delivered_on is not None
    assert _effects() == 1
    work.assert_called_once_with({"n": 7})


def test_has_its_effects_once_however_often_the_message_comes(work: Mock):
    (row,) = write(to_handler())

    for _ in range(5):
        handle(NAME, row.pk)

    assert _effects() == 1


def test_has_its_effects_once_when_two_workers_run_it_at_once(work: Mock):
    rows = write(*(to_handler(str(n)) for n in range(20)))

    def run() -> None:
        for row in rows:
            handle(NAME, row.pk)

    at_once(*[run] * 4)

    assert _effects() == 20


@pytest.mark.parametrize("error", [ValueError("broken"), Conflict("already taken")])
def test_rolls_back_a_failure_and_waits_longer_every_time(work: Mock, error: Exception):
    (row,) = write(to_handler())

    def fail(payload: Mapping[str, Any]) -> None:
        post(TopicMessage(topic="tests.effect", key="effect", subject="x", data={}))
        raise error

    work.side_effect = fail
    handle(NAME, row.pk)
    handle(NAME, row.pk)

    row.refresh_from_db()
    assert (row.attempts, row.delivered_on, row.dead_on) == (1, None, None)
    assert str(error.args[0]) in row.reason
    assert _effects() == 0


def test_is_dead_after_the_last_attempt(work: Mock, settings: Settings):
    settings.OUTBOX_MAX_ATTEMPTS = 3
    (row,) = write(to_handler())
    work.side_effect = ValueError("broken")

    for _ in range(5):
        handle(NAME, row.pk)
        let_pass(timedelta(seconds=400))

    row.refresh_from_db()
    assert row.dead_on is not None
    assert (row.attempts, row.reason) == (3, "ValueError: broken")


def test_waits_for_the_earlier_row_of_its_key(work: Mock):
    first, second = write(to_handler("a", n=1), to_handler("a", n=2))

    handle(NAME, second.pk)
    handle(NAME, first.pk)
    handle(NAME, second.pk)

    assert [call.args[0]["n"] for call in work.call_args_list] == [1, 2]


def test_is_sent_again_when_its_message_was_lost(work: Mock):
    write(to_handler())
    drain(LANE)
    _queued()

    drain(LANE)
    early = sum(_queued())
    let_pass(timedelta(seconds=61))
    drain(LANE)

    assert (early, sum(_queued())) == (0, 1)


def test_holds_back_more_than_a_window_of_messages(work: Mock, settings: Settings):
    settings.OUTBOX_HANDLER_WINDOW = 10
    _queued()
    write(*(to_handler(str(n)) for n in range(25)))

    drain(LANE)

    assert sum(_queued()) == 10


def test_is_dead_at_once_where_no_app_has_a_handler_of_that_name():
    (row,) = write(to_handler(handler="tests.nobody"))

    drain("handler:tests.nobody")

    row.refresh_from_db()
    assert row.reason == "No handler 'tests.nobody'."
