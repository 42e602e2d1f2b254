"""Taking an event in."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from django.db import OperationalError, connections, transaction
from django.utils import timezone

from foundation.messaging.bus import events, intake
from foundation.messaging.bus.events import Event
from foundation.messaging.bus.intake import Dead, Left, Received, TakenIn, take_event, take_in
from foundation.messaging.models import InboxMessage, OutboxMessage
from foundation.messaging.tests.listener.apps import TOPIC
from foundation.messaging.tests.play.consumers import event
from foundation.messaging.tests.play.racing import at_once
from foundation.records.formats import WrittenNumber
from foundation.records.refusals import Conflict, Invalid
from foundation.records.texts import UNFORESEEN

pytestmark = pytest.mark.django_db(transaction=True)

OWN_TOPIC = "tests.own"
NOW = timezone.now()


class Handler:
    """Raises `errors` one after the other, then succeeds."""

    def __init__(self) -> None:
        self.errors: list[Exception] = []
        self.calls = 0

    def __call__(self, event: Event) -> None:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)


@pytest.fixture
def handler() -> Iterator[Handler]:
    own = Handler()
    events.subscribe(OWN_TOPIC, own)
    yield own
    events._handlers.pop(OWN_TOPIC)


@pytest.fixture(autouse=True)
def _quick(settings) -> None:
    settings.CONSUMER_BACKOFF_BASE = 0.01


def _received(one: Event) -> Received:
    return Received(topic=OWN_TOPIC, body=one.to_json(), content_type="", headers={})


def test_does_nothing_the_second_time_but_for_the_same_id_of_another_source(handler: Handler):
    one = event()
    other = replace(one, source="/elsewhere", data={})

    assert [take_in(each, OWN_TOPIC) for each in (one, one, other)] == [True, False, True]

    assert handler.calls == 2


def test_gives_up_a_known_id_with_other_data_and_no_repeat(handler: Handler):
    one = replace(event(), data={"name": "Vienna", "at": [1, WrittenNumber("1.5")]})
    repeat = replace(one, data={"at": [1, WrittenNumber("1.5")], "name": "Vienna"}, time=NOW)
    others = [{**one.data, "name": "Graz"}, {**one.data, "at": [1, WrittenNumber("1.6")]}, {}]

    first, again, *dead = [
        take_event(_received(each), threading.Event())
        for each in (one, repeat, *[replace(one, data=data) for data in others])
    ]

    assert (first, again) == (TakenIn(), TakenIn())
    assert dead == [Dead(reason="This id came with other data.")] * 3
    assert handler.calls == 1


def test_has_its_effects_once_when_copies_race(listener: None):
    one = event()

    first = at_once(*[partial(take_in, one, TOPIC)] * 8)

    assert sorted(first) == [False] * 7 + [True]
    assert OutboxMessage.objects.filter(key=one.id).count() == 1


def test_stays_received_when_the_work_after_the_commit_fails():
    def later(event: Event) -> None:
        transaction.on_commit(lambda: 1 / 0, robust=True)

    events.subscribe("tests.later", later)
    verdict = take_event(
        Received(topic="tests.later", body=event().to_json(), content_type="", headers={}),
        threading.Event(),
    )
    events._handlers.pop("tests.later")

    assert verdict == TakenIn()
    assert InboxMessage.objects.count() == 1


BROKEN, TAKEN = ValueError("broken"), Conflict("taken")


@pytest.mark.parametrize(
    ("errors", "verdict", "calls"),
    [
        ([BROKEN, TAKEN, BROKEN], TakenIn(), 4),
        ([BROKEN] * 10, Dead(reason=f"Failed 4 times. {UNFORESEEN}"), 4),
        ([Invalid("No album id.")], Dead(reason="No album id."), 1),
    ],
    ids=["tried again", "failed too often", "refused"],
)
def test_tries_a_failure_again_but_no_refusal(handler: Handler, errors, verdict, calls):
    handler.errors = errors

    assert take_event(_received(event()), threading.Event()) == verdict
    assert handler.calls == calls


def test_gives_up_a_topic_without_a_handler():
    verdict = take_event(_received(event()), threading.Event())

    assert verdict == Dead(reason="Nothing here uses this event.")


def test_waits_for_a_database_that_is_away_without_counting(handler: Handler, monkeypatch):
    handler.errors = [OperationalError("the connection is closed")] * 6
    monkeypatch.setattr(intake, "DATABASE_WAIT_CAP", 0.01)

    verdict = take_event(_received(event()), threading.Event())

    assert (verdict, handler.calls) == (TakenIn(), 7)


def test_takes_an_event_in_though_its_connection_is_cut(handler: Handler):
    cut: list[bool] = []

    def cut_once(event: Event) -> None:
        if not cut:
            cut.append(True)
            with connections["default"].cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    events.subscribe(OWN_TOPIC, cut_once)
    verdict = take_event(_received(event()), threading.Event())

    assert (verdict, handler.calls) == (TakenIn(), 2)
    assert InboxMessage.objects.count() == 1


def test_leaves_a_message_where_it_is_asked_to_stop(handler: Handler):
    handler.errors = [ValueError("broken")]
    stopping = threading.Event()
    stopping.set()

    assert take_event(_received(event()), stopping) == Left()
