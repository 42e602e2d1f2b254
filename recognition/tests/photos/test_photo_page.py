"""The staff's pages of a photo and of its requests and callbacks…"""

import pytest

from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Callback, CallbackState, NumberRequest, Photo, Selfie, SelfieState
from recognition.tests.calls.staff_pages import listed, page_of, read
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    NumberRequestFactory,
    PhotoFactory,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "fields",
    [{"state": "Deleted"}, {"image_url": ""}, {"image_url": "javascript:alert(1)"}],
    ids=str,
)
def test_links_to_no_original_of_a_deleted_photo_or_that_is_not_on_the_web(staff, fields):
    page = page_of(staff, Photo, PhotoFactory.create(**fields).pk)

    assert ("The photo was deleted, and its picture is not shown." in page) == ("state" in fields)
    assert ("<img src" in page) == ("state" not in fields)
    assert "Original picture" not in page
    assert 'href="javascript' not in page


def test_shows_numbers_suggestions_persons_requests_and_callbacks_and_why(staff):
    reason = "Numbers: The number provider refused the connection. Given up after attempt 8."
    callback = CallbackFactory.create(
        reason_description="The start list cannot be had.",
        request__photo__album__start_number_capacity=3,
        request__photo__state="Failed",
        request__photo__reason_description=reason,
        request__photo__number_attempts=8,
    )
    photo = callback.request.photo
    photo.persons.create(person_id="person-7", confidence=None)
    rejections = {"154": "", "x": "NotANumber", "1234": "TooLong", "987": "NotInStartList"}
    for value, rejection in rejections.items():
        photo.numbers.create(value=value, source="Provider", rejection=rejection, confidence=0.9)
    photo.suggested_numbers.create(value="2417", confidence=0.37)
    photo.suggested_numbers.create(value="24I8", rejection="NotANumber")

    page = page_of(staff, Photo, photo.pk)

    for said in (
        "accepted",
        "rejected: not a number",
        "rejected: more than the album&#x27;s 3 digits",
        "rejected: not in the start list",
        "confidence 90%",
        *("Suggestions for taggers", "2417", "37%", "24I8"),
        "person-7",
        address_of_page(type(callback.request), callback.request_id),
        address_of_page(type(callback), callback.pk),
        "The start list cannot be had.",
        "Number attempts",
    ):
        assert said in page
    assert page.count(reason) == 1
    assert "Face attempts" not in page


def selfie_request() -> NumberRequest:
    selfie = Selfie.objects.create(album=AlbumFactory.create(), state=SelfieState.AWAITING_CALLBACK)
    return NumberRequestFactory.create(photo=None, selfie=selfie, type="FACE")


def test_lists_are_searched_by_the_id_of_a_request_a_photo_or_a_selfie_to_which_they_lead(staff):
    of_photo, of_selfie = NumberRequestFactory.create(), selfie_request()
    callback = CallbackFactory.create(request=of_photo)
    newest = CallbackFactory.create(request=of_selfie)
    assert listed(staff, NumberRequest) == [of_selfie.pk, of_photo.pk]
    assert listed(staff, Callback) == [newest.pk, callback.pk]
    for guid in (of_photo.pk, of_photo.photo_id):
        assert listed(staff, NumberRequest, q=guid) == [of_photo.pk]
        assert listed(staff, Callback, q=guid) == [callback.pk]
    assert listed(staff, Callback, q=callback.pk) == [callback.pk]
    assert listed(staff, NumberRequest, q=of_selfie.selfie_id) == [of_selfie.pk]
    for model in (NumberRequest, Callback):
        page = read(staff, address_of_list(model))
        assert f"/admin/recognition/photo/{of_photo.photo_id}/change/" in page
        assert f"/admin/recognition/selfie/{of_selfie.selfie_id}/change/" in page


def test_lists_separate_callbacks_that_wait_from_those_that_were_not_used(staff):
    waiting = CallbackFactory.create(payload={"persons": [], "tags": [{"value": "154"}]})
    failed = CallbackFactory.create(state=CallbackState.FAILED, next_attempt_on=None)
    CallbackFactory.create(state=CallbackState.APPLIED, next_attempt_on=None)

    assert listed(staff, Callback, state="waiting") == [waiting.pk]
    assert listed(staff, Callback, state="Failed") == [failed.pk]
    shown = page_of(staff, Callback, waiting.pk)  # as it came
    assert "154" in shown
    assert str(waiting.request_id) in shown
    assert "Stored" in page_of(staff, NumberRequest, waiting.request_id)
