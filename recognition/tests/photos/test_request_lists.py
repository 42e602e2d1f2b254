"""The staff's lists of requests to the number provider and of its callbacks…"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from foundation.staff.links import address_of_list
from recognition.models import Callback, CallbackState, NumberRequest, Selfie, SelfieState
from recognition.tests.calls.staff_pages import listed, page_of, read
from recognition.tests.factories import AlbumFactory, CallbackFactory, NumberRequestFactory

pytestmark = pytest.mark.django_db


def selfie_request() -> NumberRequest:
    selfie = Selfie.objects.create(album=AlbumFactory.create(), state=SelfieState.AWAITING_CALLBACK)
    return NumberRequestFactory.create(photo=None, selfie=selfie, type="FACE")


def test_have_the_newest_first(staff: Client) -> None:
    now = timezone.now()
    old = NumberRequestFactory.create(created_on=now - timedelta(hours=1))
    new = NumberRequestFactory.create(created_on=now)
    first = CallbackFactory.create(request=new, received_on=now - timedelta(hours=1))
    last = CallbackFactory.create(request=old, received_on=now)

    assert listed(staff, NumberRequest) == [new.pk, old.pk]
    assert listed(staff, Callback) == [last.pk, first.pk]


def test_lead_to_the_photo_or_the_selfie(staff: Client) -> None:
    of_photo, of_selfie = NumberRequestFactory.create(), selfie_request()
    CallbackFactory.create(request=of_photo)
    CallbackFactory.create(request=of_selfie)

    for model in (NumberRequest, Callback):
        page = read(staff, address_of_list(model))
        assert f"/admin/recognition/photo/{of_photo.photo_id}/change/" in page
        assert f"/admin/recognition/selfie/{of_selfie.selfie_id}/change/" in page


def test_are_searched_by_the_id_of_a_request_a_photo_or_a_selfie(staff: Client) -> None:
    of_photo, of_selfie = NumberRequestFactory.create(), selfie_request()
    callback = CallbackFactory.create(request=of_photo)
    CallbackFactory.create(request=of_selfie)

    for guid in (of_photo.pk, of_photo.photo_id):
        assert listed(staff, NumberRequest, q=guid) == [of_photo.pk]
        assert listed(staff, Callback, q=guid) == [callback.pk]
    assert listed(staff, Callback, q=callback.pk) == [callback.pk]
    assert listed(staff, NumberRequest, q=of_selfie.selfie_id) == [of_selfie.pk]


def test_separate_callbacks_that_wait_from_those_that_were_not_used(staff):
    waiting = CallbackFactory.create(payload={"persons": [], "tags": [{"value": "154"}]})
    failed = CallbackFactory.create(state=CallbackState.FAILED, next_attempt_on=None)
    CallbackFactory.create(state=CallbackState.APPLIED, next_attempt_on=None)

    assert listed(staff, Callback, state="waiting") == [waiting.pk]
    assert listed(staff, Callback, state="Failed") == [failed.pk]
    shown = page_of(staff, Callback, waiting.pk)  # as it came
    assert "154" in shown
    assert str(waiting.request_id) in shown
    assert "Stored" in page_of(staff, NumberRequest, waiting.request_id)
