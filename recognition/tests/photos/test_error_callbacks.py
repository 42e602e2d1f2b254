"""An error that the number provider reports by a callback …"""

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.processing.storing import StoreCallbackCommand, store_callback
from recognition.tests.calls.callbacks import payload_of
from recognition.tests.calls.processes import process_photos_in
from recognition.tests.factories import NumberRequestFactory

pytestmark = pytest.mark.usefixtures("transactional_db")

GONE = "The picture cannot be fetched: 404."


def fail(request: NumberRequest, *, retriable: bool = False, detail: str = GONE) -> None:
    error = {"code": "image-unreadable", "detail": detail, "retriable": retriable}
    call_back(request, error=error)


def call_back(request: NumberRequest, **fields: Any) -> None:
    payload = payload_of(request.photo, **fields)
    store_callback(StoreCallbackCommand(request_id=request.pk, payload=payload, now=timezone.now()))


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
