"""The staff's page of a photo…"""

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from recognition.models import Photo, PhotoState
from recognition.tests.calls.staff_pages import page_of, read, signed_in
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory
from staff.links import address_of_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    return signed_in(client)


def test_has_its_parts_in_plain_order(staff: Client) -> None:
    page = page_of(staff, Photo, PhotoFactory.create().pk)

    titles = ["What it is", "State", "Faces", "Numbers", "Requests and callbacks"]
    places = [page.index(f"> {title} <") for title in titles]
    assert places == sorted(places)


def test_shows_the_picture_without_telling_its_host_who_looks(staff: Client) -> None:
    photo = PhotoFactory.create(image_url="https://photos.example.org/1.jpg?a=1&b=2")

    page = page_of(staff, Photo, photo.pk)

    [picture] = [tag for tag in page.split("<") if tag.startswith("img src")]
    assert 'src="https://photos.example.org/1.jpg?a=1&amp;b=2"' in picture
    assert 'loading="lazy"' in picture
    assert 'referrerpolicy="no-referrer"' in picture


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"state": PhotoState.DELETED}, "Not shown: the photo was deleted."),
        ({"image_url": ""}, "no address that a browser can fetch"),
        ({"image_url": "javascript:alert(1)"}, "no address that a browser can fetch"),
    ],
)
def test_shows_no_picture(staff: Client, fields: dict[str, Any], said: str) -> None:
    page = page_of(staff, Photo, PhotoFactory.create(**fields).pk)

    assert said in page
    assert "<img src" not in page
    assert 'href="javascript' not in page


def test_says_why_the_photo_is_where_it_is(staff: Client) -> None:
    reason = "Numbers: The number provider does not answer. Given up after attempt 8."
    photo = PhotoFactory.create(state="Failed", reason_description=reason, number_attempts=8)

    page = page_of(staff, Photo, photo.pk)

    assert reason in page
    assert "Number attempts" in page
    assert "Face attempts" not in page


def test_shows_the_numbers_with_what_became_of_them(staff: Client) -> None:
    photo = PhotoFactory.create(album=AlbumFactory.create(start_number_capacity=3))
    for value, rejection in (
        ("154", ""),
        ("x", "NotANumber"),
        ("1234", "TooLong"),
        ("987", "NotInStartList"),
    ):
        photo.numbers.create(value=value, source="Provider", rejection=rejection, confidence=0.9)

    page = page_of(staff, Photo, photo.pk)

    for verdict in (
        "accepted",
        "rejected: not a number",
        "rejected: more than the album&#x27;s 3 digits",
        "rejected: not in the start list",
        "90%",
    ):
        assert verdict in page


def test_shows_what_is_only_suggested_to_taggers(staff: Client) -> None:
    photo = PhotoFactory.create()
    photo.suggested_numbers.create(value="2417", confidence=0.37)
    photo.suggested_numbers.create(value="24I8", rejection="NotANumber")

    page = page_of(staff, Photo, photo.pk)

    for shown in ("Suggestions for taggers", "2417", "37%", "24I8", "rejected: not a number"):
        assert shown in page


def test_shows_persons_requests_and_callbacks(staff: Client) -> None:
    callback = CallbackFactory.create(reason_description="The start list cannot be had.")
    photo = callback.request.photo
    photo.persons.create(person_id="person-7", confidence=None)

    page = page_of(staff, Photo, photo.pk)

    assert "person-7" in page
    assert address_of_page(type(callback.request), callback.request_id) in page
    assert address_of_page(type(callback), callback.pk) in page
    assert "The start list cannot be had." in page


def test_takes_as_many_queries_for_many_results_as_for_one(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    photo = PhotoFactory.create()
    for number in range(20):
        photo.numbers.create(value=str(number), source="Provider")
        photo.suggested_numbers.create(value=str(number))
        photo.persons.create(person_id=str(number))
        CallbackFactory.create(request__photo=photo)

    with django_assert_max_num_queries(11):
        page_of(staff, Photo, photo.pk)


def test_leads_to_its_album_and_its_history(staff: Client) -> None:
    photo = PhotoFactory.create()
    history = f"/admin/recognition/photo/{photo.pk}/history/"

    page = page_of(staff, Photo, photo.pk)

    assert address_of_page(type(photo.album), photo.album_id) in page
    assert history in page
    assert "Published" in read(staff, history)
