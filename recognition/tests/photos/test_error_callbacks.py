"""An error that the number provider reports by a callback …"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from foundation.messaging.tests.play.racing import another_waits_for_us, in_thread
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.photos.history import explain_photo
from recognition.processing import awaiting_callbacks
from recognition.processing import processing as asking
from recognition.processing.storing import StoreCallbackCommand, claim_due_photos, store_callback
from recognition.records.photo_state import settle
from recognition.tests.calls.callbacks import payload_of
from recognition.tests.calls.processes import consume, process_photos_in, until
from recognition.tests.factories import AlbumFactory, NumberRequestFactory, published

pytestmark = pytest.mark.usefixtures("transactional_db")

GONE = "The picture cannot be fetched: 404."


@pytest.fixture
def when_asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., object]], None]:
    """Let something happen after a request is sent, before the provider's 202 is read."""

    def patch(happens: Callable[[NumberRequest], object]) -> None:
        def ask(request: NumberRequest, image_url: str) -> str:
            happens(request)
            return "accepted"

        monkeypatch.setattr(asking, "request_recognition", ask)

    return patch


def fail(request: NumberRequest, *, retriable: bool = False, detail: str = GONE) -> None:
    error = {"code": "image-unreadable", "detail": detail, "retriable": retriable}
    call_back(request, error=error)


def call_back(request: NumberRequest, **fields: Any) -> None:
    payload = payload_of(request.photo, **fields)
    store_callback(StoreCallbackCommand(request_id=request.pk, payload=payload, now=timezone.now()))


def publish() -> Photo:
    consume("photos.photo-published", published(AlbumFactory.create()))
    return Photo.objects.get()


def under_way(**fields: Any) -> NumberRequest:
    """Return a request as the process that sends it has stored it, before the 202."""
    now = timezone.now()
    return NumberRequestFactory.create(
        created_on=now,
        photo__numbers_claim=uuid4(),
        photo__numbers_next_attempt_on=now + settings.PROCESSING_LEASE,
        **fields,
    )


def standing(photo: Photo) -> tuple[str, int, str]:
    photo.refresh_from_db()
    return photo.state, photo.number_attempts, photo.number_failure


def states() -> list[str]:
    return list(Callback.objects.order_by("received_on").values_list("state", flat=True))


@pytest.mark.parametrize("retriable", [False, True])
def test_that_overtakes_the_202_fails_the_photo_or_leads_to_the_next_attempt(when_asked, retriable):
    when_asked(partial(fail, retriable=retriable))
    photo = publish()

    assert standing(photo) == ("New" if retriable else "Failed", 1, GONE)
    assert photo.callback_due_on is None
    assert NumberRequest.objects.get().accepted_on is not None
    assert states() == [CallbackState.APPLIED]
    if not retriable:
        assert photo.numbers_next_attempt_on is None
        assert process_photos_in(days=1) == 0
        return
    assert photo.numbers_next_attempt_on is not None
    assert photo.numbers_next_attempt_on < timezone.now() + timedelta(minutes=5)
    assert process_photos_in(minutes=5) == 1
    assert NumberRequest.objects.count() == 2
    assert standing(photo)[:2] == ("New", 2)


def test_that_waits_for_the_202_to_be_stored_counts(when_asked, monkeypatch):
    """The process with the 202 holds the photo, as something of it has changed meanwhile."""
    monkeypatch.setattr(awaiting_callbacks, "_stored_waiting", lambda *_: False)
    requests: list[NumberRequest] = []
    threads = []
    when_asked(requests.append)

    def settle_slowly(photo: Photo) -> None:
        settle(photo)
        threads.append(in_thread(lambda: fail(requests[0])))
        until(another_waits_for_us)

    monkeypatch.setattr(awaiting_callbacks, "settle", settle_slowly)

    photo = publish()
    threads[0].join()

    assert standing(photo) == ("Failed", 1, GONE)
    assert photo.callback_due_on is None


def test_counts_once_however_often_it_comes(when_asked: Any) -> None:
    def fail_often(request: NumberRequest) -> None:
        fail(request, retriable=True)
        fail(request, retriable=True)
        fail(request, retriable=True, detail="In other words.")

    when_asked(fail_often)

    photo = publish()

    assert standing(photo) == ("New", 1, GONE)
    assert photo.attempts.count() == 1
    assert states() == [CallbackState.APPLIED, CallbackState.IGNORED]


@pytest.mark.parametrize("retriable", [False, True])
@pytest.mark.parametrize("error_first", [False, True])
def test_before_or_after_an_answer_loses_nothing_of_the_answer(when_asked, retriable, error_first):
    def fail_and_answer(request: NumberRequest) -> None:
        if error_first:
            fail(request, retriable=retriable)
        call_back(request, tags=[{"value": "12"}])
        if not error_first:
            fail(request, retriable=retriable)

    when_asked(fail_and_answer)
    photo = publish()

    assert standing(photo) == ("Processed", 0, "")
    assert process_photos_in(days=1) == 0
    if not error_first:
        assert states() == [CallbackState.APPLIED, CallbackState.IGNORED]


def test_counts_if_the_process_that_asked_has_died() -> None:
    request = under_way()

    fail(request)

    assert standing(request.photo) == ("Failed", 1, GONE)
    assert states() == [CallbackState.APPLIED]
    assert process_photos_in(days=1) == 0


def test_of_other_photos_only_counts_before_the_202() -> None:
    """It names photos of the album, but not the one that was asked about."""
    request = under_way()
    other = under_way(photo__album=request.photo.album)

    call_back(request, name=str(other.photo.pk))

    assert standing(request.photo)[:2] == ("New", 1)
    assert standing(other.photo)[:2] == ("Processed", 0)


@pytest.mark.parametrize("is_accepted", [False, True])
def test_of_an_older_request_does_not_fail_the_photo(is_accepted: bool) -> None:
    newer = under_way()
    older = NumberRequestFactory.create(
        photo=newer.photo, created_on=newer.created_on - timedelta(minutes=1)
    )
    due = newer.created_on + settings.CALLBACK_OVERDUE_AFTER
    awaited = {"state": "AwaitingCallback", "callback_due_on": due, "numbers_claim": None}
    Photo.objects.update(**awaited if is_accepted else {})
    version = Photo.objects.get().version

    fail(older)

    assert standing(newer.photo) == ("AwaitingCallback" if is_accepted else "New", 0, "")
    assert newer.photo.version == version
    callback = Callback.objects.get()
    assert callback.state == CallbackState.IGNORED
    assert GONE in callback.reason_description
    fail(newer)
    assert standing(newer.photo) == ("Failed", 1, GONE)


def test_of_an_older_request_does_not_count_while_the_next_one_is_only_planned() -> None:
    """Staff want the photo asked about again; a worker has claimed it and has not asked yet."""
    older = NumberRequestFactory.create(created_on=timezone.now() - timedelta(minutes=1))
    now = timezone.now()
    reprocess_photos(ReprocessPhotosCommand(photo_ids=[older.photo.pk], now=now))
    assert claim_due_photos(now, 1)

    fail(older)

    assert standing(older.photo) == ("New", 0, "")
    assert older.photo.numbers_claim is not None
    said = [entry.text for entry in explain_photo(older.photo.pk).entries]
    assert any("does not wait for this request any more" in text for text in said), said


def test_at_the_moment_when_the_202_is_stored_counts(when_asked: Any) -> None:
    """It holds the photo, and the process with the 202 waits for it."""
    threads = []

    def fail_slowly(request: NumberRequest) -> None:
        is_held = Event()

        def hold() -> None:
            with transaction.atomic():
                fail(request)
                is_held.set()
                until(another_waits_for_us)

        threads.append(in_thread(hold))
        assert is_held.wait(60)

    when_asked(fail_slowly)

    photo = publish()
    threads[0].join()

    assert standing(photo) == ("Failed", 1, GONE)
    assert photo.callback_due_on is None
