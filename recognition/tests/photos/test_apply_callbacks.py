"""A callback is applied where it arrived, or by a worker, or the next day…"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.records.partitions import list_partitions
from recognition import due
from recognition.checks import check_callbacks_kept
from recognition.jobs.commands import start_scheduled_jobs
from recognition.models import Album, Callback, CallbackState, NumberRequest, Photo
from recognition.numbers.start_lists import forget_lists, start_numbers_of
from recognition.processing.storing import CALLBACKS, delete_old_callbacks
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.calls.processes import apply_callbacks, process_photos_in, run_jobs
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the callbacks that a worker is woken for."""
    sent: list[Any] = []
    monkeypatch.setattr(due, "apply_callback", lambda callback_id, _: sent.append(callback_id))
    return sent


def asked(**fields: Any) -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback", **fields)


def call_back(client: APIClient, request: NumberRequest) -> Callback:
    payload = payload_of(request.photo, tags=[{"value": "12", "confidence": 0.9}])
    assert post(client, address(request), payload).status_code == 202
    return Callback.objects.get()


@pytest.mark.parametrize("here", [True, False], ids=["in this process", "in Redis"])
def test_a_start_list_at_hand_is_used(anybody, peers, album, woken, here):
    request = asked(photo__album=album)
    peers.set_start_list(album.pk, ["12"])
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


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    """Return an album that its competitor service does not know (yet)."""
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"))
    return AlbumFactory.create(tenant__competitor_instance=instance)


def given_up(album: Album, **request: datetime) -> Callback:
    """Return a callback that ended with its photo's attempts, two days ago."""
    long_ago = timezone.now() - timedelta(days=2)
    return CallbackFactory.create(
        request=NumberRequestFactory.create(
            photo__album=album,
            photo__state="Failed",
            photo__number_failure="The competitor service answered 404.",
            photo__number_attempts=3,
            photo__updated_on=long_ago,
            **request,
        ),
        payload={"persons": [], "tags": [{"value": "7"}]},
        state=CallbackState.FAILED,
        reason_description="The competitor service answered 404.",
        settled_on=long_ago,
        next_attempt_on=None,
    )


def test_kept_callback_is_applied_the_next_day_and_the_provider_not_asked(peers, album):
    callback = given_up(album)
    peers.set_start_list(album.pk, ["7"])

    start_scheduled_jobs(timezone.now(), limit=10)  # as beat does
    run_jobs()
    photo = Photo.objects.get()
    assert (photo.state, photo.number_attempts) == ("AwaitingCallback", 0)
    assert "answered 404. Next attempt at" in photo.reason_description
    process_photos_in(seconds=1)
    apply_callbacks(timezone.now())

    photo.refresh_from_db()
    callback.refresh_from_db()
    assert (photo.state, photo.numbers.get().value) == ("Processed", "7")
    assert callback.state == CallbackState.APPLIED
    assert peers.stats("number-provider")["requests"] == 0
    assert NumberRequest.objects.count() == 1


SECOND = timedelta(seconds=1)
DAYS = timedelta(days=30)


@pytest.mark.django_db(transaction=True)
def test_by_months_after_the_days_of_the_setting_but_for_those_that_wait(settings: Any) -> None:
    month = list_partitions(CALLBACKS)[1]
    moments = (month.end - SECOND, month.end - SECOND, month.end)
    states = (CallbackState.APPLIED, CallbackState.STORED, CallbackState.APPLIED)
    _, waiting, later = (
        CallbackFactory.create(
            received_on=moment,
            state=state,
            next_attempt_on=moment if state == CallbackState.STORED else None,
        )
        for moment, state in zip(moments, states, strict=True)
    )

    def left_at(now: Any) -> set[Any]:
        delete_old_callbacks(now, 10)
        return set(Callback.objects.values_list("pk", flat=True))

    assert len(left_at(month.end + DAYS)) == 3  # the default keeps them for ever
    settings.CALLBACKS_KEEP = DAYS
    assert len(left_at(month.end + DAYS - SECOND)) == 3
    assert left_at(month.end + DAYS) == {waiting.pk, later.pk}
    Callback.objects.filter(pk=waiting.pk).update(state=CallbackState.APPLIED, next_attempt_on=None)
    assert left_at(month.end + DAYS) == {later.pk}
    assert month not in list_partitions(CALLBACKS)


def test_never_while_they_may_be_repeated(settings: Any) -> None:
    settings.CALLBACKS_KEEP = timedelta(days=7)

    [error] = check_callbacks_kept()

    assert error.id == "recognition.E008"
