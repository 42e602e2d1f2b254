"""The staff's pages of a photo and of its requests and callbacks…"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from foundation.staff.display import address_of_list, address_of_page
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


def test_leads_to_the_photos_before_and_after_in_its_list(staff: Client) -> None:
    album = AlbumFactory.create()
    photos = sorted(PhotoFactory.create_batch(3, album=album, state="Failed"), key=lambda p: p.pk)
    moments = [timezone.now() - timedelta(hours=hours) for hours in (2, 1, 1)]
    for photo, moment in zip(photos, moments, strict=True):
        Photo.objects.filter(pk=photo.pk).update(created_on=moment)
    PhotoFactory.create(created_on=moments[1])
    first, second, third = (photo.pk for photo in photos)

    def steps(key: UUID, **chosen: Any) -> list[UUID | None]:
        asked = {"_changelist_filters": urlencode(chosen)} if chosen else {}
        shown = staff.get(address_of_page(Photo, key), asked, secure=True).context["shown"]
        pages = (shown.get(name) for name in ("previous", "next"))
        return [UUID(page.split("/")[4]) if page else None for page in pages]

    in_album = {"album": album.pk}
    assert steps(first, **in_album) == [None, second]
    assert steps(second, **in_album) == [first, third]
    assert steps(third, **in_album) == [second, None]
    newest_first = {"album": album.pk, "state": "Failed"}
    assert steps(third, **newest_first) == [None, second]
    assert steps(second, **newest_first) == [third, first]
    assert steps(first, q=album.pk) == [None, second]
    assert steps(first)[1] is None
    for wrong in ({"due": "7"}, {"state": "x"}, {"album": "7"}, {"q": "nothing"}):
        steps(second, **wrong)


def test_begins_with_the_picture_from_our_own_copies(staff):
    photo = PhotoFactory.create(image_url="https://photos.example.org/1.jpg?a=1&b=2")

    page = page_of(staff, Photo, photo.pk)

    [picture] = [tag for tag in page.split("<") if tag.startswith("img src")]
    assert f'src="/admin/recognition/photo/{photo.pk}/picture/page"' in picture
    titles = ["What it is", "State", "Faces", "Numbers", "Requests and callbacks"]
    places = [page.index("<img src"), *(page.index(f"> {title} <") for title in titles)]
    assert places == sorted(places)
    original = 'href="https://photos.example.org/1.jpg?a=1&amp;b=2" rel="noreferrer"'
    assert page.count(original) == 2
    assert address_of_page(type(photo.album), photo.album_id) in page
    history = f"/admin/recognition/photo/{photo.pk}/history/"
    assert history in page
    assert "Published" in read(staff, history)


def test_has_a_box_for_each_row_with_a_place_by_its_meaning_and_its_wearer(staff):
    photo = PhotoFactory.create()
    box = {"left": 0.1, "top": 0.25, "width": 0.5, "height": 0.125}
    read: dict[str, Any] = {"source": "Provider", "box": box}
    accepted = photo.numbers.create(value="12", worn_by="p1", **read)
    weak = photo.numbers.create(value="7", rejection="LowConfidence", worn_by="gone", **read)
    wrong = photo.numbers.create(value="x", rejection="NotANumber", **read)
    by_hand = photo.numbers.create(value="9", source="Manual")
    face = photo.persons.create(person_id="p1", box=box)

    page = page_of(staff, Photo, photo.pk)

    meanings = {
        f"number-{accepted.pk}": "accepted",
        f"number-{weak.pk}": "unsure",
        f"number-{wrong.pk}": "rejected",
        f"person-{face.pk}": "face",
    }
    for key, meaning in meanings.items():
        assert f'id="box-{key}" class="fl-box fl-{meaning}" href="#{key}"' in page
        assert f'<li id="{key}" class="fl-{meaning}"' in page
        assert f'href="#box-{key}"' in page
    assert "left:10.00%;top:25.00%;width:50.00%;height:12.50%" in page
    assert f"box-number-{by_hand.pk}" not in page
    assert f'data-mark="number-{accepted.pk}" data-wearer="person-{face.pk}"' in page
    assert f'worn by person <a class="text-link fl-found" href="#person-{face.pk}">p1</a>' in page
    assert page.count("data-wearer") == 1
