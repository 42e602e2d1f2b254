"""A text of an album that staff withdraw…"""

from uuid import uuid4

import pytest
from django.test import Client
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.staff.links import address_of_page
from recognition.models import Album, AlbumText, Photo
from recognition.numbers.known_texts import PHOTOS
from recognition.tests.calls.api import client_of
from recognition.tests.calls.judging import BOX, album_of, judge_again, read, tag
from recognition.tests.calls.judging import verdicts as verdicts_of
from recognition.tests.calls.staff_pages import page_of, signed_in

pytestmark = pytest.mark.django_db

BANNER = tag("21", box=BOX)

NO_NUMBER = {"21": "NotANumber Context"}

ACCEPTED = {"21": "accepted"}


@pytest.fixture
def photos() -> list[Photo]:
    """Photos of an album with a number at the same place, which was taken for a text."""
    album = album_of()
    photos = [read(album, BANNER, persons=(f"p{place}",)) for place in range(PHOTOS)]
    judge_again()
    return photos


def address(text: AlbumText) -> str:
    return f"/admin-api/api/v2/albums/{text.album_id}/texts/{text.pk}/withdraw"


def withdraw(manager: APIClient) -> AlbumText:
    text = AlbumText.objects.get()
    answer = manager.post(address(text))
    assert (answer.status_code, answer.content) == (204, b"")
    text.refresh_from_db()
    return text


def verdicts(photos: list[Photo]) -> list[dict[str, str]]:
    return [verdicts_of(photo) for photo in photos]


def test_withdrawn_text_may_be_found_among_words_until_these_are_withdrawn(manager, photos):
    withdraw(manager)
    album, phrased = photos[0].album, tag("21", phrase="Bangsaen 21")
    more = [read(album, phrased, persons=(f"p{place}",)) for place in range(PHOTOS)]
    judge_again()
    assert verdicts(more) == [NO_NUMBER] * PHOTOS

    manager.post(address(AlbumText.objects.get(withdrawn_on=None)))
    more.append(read(album, phrased))
    judge_again()

    assert verdicts(more) == [ACCEPTED] * (PHOTOS + 1)


def test_withdrawn_text_of_another_album_stays(manager, photos):
    text = AlbumText.objects.get()
    other = album_of()

    foreign = manager.post(address(text).replace(str(text.album_id), str(other.pk)))
    unknown = manager.post(address(AlbumText(pk=uuid4(), album_id=text.album_id)))
    nowhere = manager.post(address(AlbumText(pk=text.pk, album_id=uuid4())))

    codes = [answer.json()["code"] for answer in (foreign, unknown, nowhere)]
    assert codes == ["album-text-not-found", "album-text-not-found", "album-not-found"]
    assert {answer.status_code for answer in (foreign, unknown, nowhere)} == {404}
    text.refresh_from_db()
    assert text.withdrawn_on is None


def test_withdrawn_text_says_who_withdrew_it_first(manager, photos):
    first = withdraw(manager)
    again = withdraw(client_of("recognition.manage"))

    assert first.withdrawn_by
    assert (again.withdrawn_by, again.withdrawn_on) == (first.withdrawn_by, first.withdrawn_on)
    answer = manager.get(f"/admin-api/api/v2/albums/{first.album_id}/texts")
    [shown] = answer.json()["results"]
    assert shown["textId"] == str(first.pk)
    assert (shown["value"], shown["text"], shown["photos"]) == ("21", "21", PHOTOS)
    assert shown["place"] == {"x": 50, "y": 14, "height": 8}
    assert shown["withdrawnBy"] == first.withdrawn_by
    assert shown["withdrawnOn"]


def test_withdrawn_text_is_chosen_on_the_albums_page(client: Client, photos):
    staff, album = signed_in(client), photos[0].album
    text = AlbumText.objects.get()
    page = f"{address_of_page(Album, album.pk).replace('/change/', '')}/withdraw-text"
    asked = staff.get(page, follow=True)
    assert "21, 50 %, 14 %" in asked.content.decode()

    staff.post(asked.request["PATH_INFO"], {"text": str(text.pk), "withdraw": "yes"})
    judge_again()

    assert verdicts(photos) == [ACCEPTED] * PHOTOS
    assert "UTC by " in page_of(staff, Album, album.pk)
    assert AuditEntry.objects.get().action == "Withdrew a text"
