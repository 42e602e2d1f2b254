"""A callback is applied where it arrived, unless a service has to be asked first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from recognition import wakeups
from recognition.commands.photos import callbacks
from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.providers.start_lists import forget_lists, start_numbers_of
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.calls.processes import apply_callbacks
from recognition.tests.factories import (
    CompetitorInstanceFactory,
    NumberRequestFactory,
    TenantFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the callbacks that a worker is woken for."""
    sent: list[Any] = []
    monkeypatch.setattr(wakeups, "apply_callback", lambda callback_id, _: sent.append(callback_id))
    return sent


def asked(**fields: Any) -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback", **fields)


def call_back(client: APIClient, request: NumberRequest) -> Callback:
    payload = payload_of(request.photo, tags=[{"value": "12", "confidence": 0.9}])
    assert post(client, address(request), payload).status_code == 202
    return Callback.objects.get()


def with_competitors(peers: SandboxClient, numbers: list[str]) -> NumberRequest:
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"), token="")
    tenant = TenantFactory.create(competitor_instance=instance)
    request = asked(photo__album__tenant=tenant)
    peers.set_start_list(request.photo.album_id, numbers)
    return request


def test_the_answer_comes_with_the_photo_done(anybody: APIClient, woken: list[Any]) -> None:
    callback = call_back(anybody, asked())

    assert callback.state == CallbackState.APPLIED
    assert Photo.objects.get().state == "Processed"
    assert OutboxMessage.objects.count() == 1
    assert woken == []


def test_a_start_list_that_must_be_asked_for_is_left_to_a_worker(anybody, peers, woken):
    request = with_competitors(peers, ["12"])
    callback = call_back(anybody, request)

    assert (callback.state, woken) == (CallbackState.STORED, [callback.pk])
    assert Photo.objects.get().state == "AwaitingCallback"
    assert peers.stats("competitor-service")["requests"] == 0
    # An answer without numbers needs none.
    assert post(anybody, address(request), payload_of(request.photo)).status_code == 202
    assert Photo.objects.get().state == "Processed"
    assert woken == [callback.pk]


@pytest.mark.parametrize("here", [True, False], ids=["in this process", "in Redis"])
def test_a_start_list_at_hand_is_used(anybody, peers, woken, here):
    request = with_competitors(peers, ["12"])
    start_numbers_of(request.photo.album, timezone.now())
    if not here:
        forget_lists()

    callback = call_back(anybody, request)

    assert callback.state == CallbackState.APPLIED
    assert [number.rejection for number in Photo.objects.get().numbers.all()] == [""]
    assert woken == []


def test_a_photo_that_another_process_holds_is_left_to_a_worker(anybody, woken):
    request = asked()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        Photo.objects.select_for_update().get()
        callback = pool.submit(as_in_a_web_process, partial(call_back, anybody, request)).result()

    assert callback.state == CallbackState.STORED
    assert woken == [callback.pk]


def as_in_a_web_process(work: Callable[[], Callback]) -> Callback:
    """Work on a connection whose wait for a lock is bounded, as in a web process."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
        return work()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")  # the next test may get it from the pool
        connections.close_all()


def test_what_fails_here_is_stored_answered_and_retried(anybody, monkeypatch):
    def fail(*_: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(callbacks, "use_report", fail)
        callback = call_back(anybody, asked())
    assert callback.state == CallbackState.STORED

    assert apply_callbacks(timezone.now() + timedelta(minutes=10)) == 1

    callback.refresh_from_db()
    assert callback.state == CallbackState.APPLIED
    assert Photo.objects.get().state == "Processed"
