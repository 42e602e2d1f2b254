"""GET admin-api/…/photos: a page of photos, and one photo with everything found on it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from recognition.models import Photo, PhotoState
from recognition.tests.factories import AlbumFactory, PhotoFactory, sent_of

pytestmark = pytest.mark.django_db

LIST = "/admin-api/api/v2/photos"
MOMENT = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)
BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.4}


def listed(client: APIClient, **query: Any) -> list[str]:
    """Return the ids of the photos on the first page, in its order."""
    answer = client.get(LIST, query)
    assert answer.status_code == 200, answer.content
    return [row["photoId"] for row in answer.json()["results"]]


def ids(*photos: Photo) -> list[str]:
    return [str(photo.pk) for photo in photos]


def tagged(photo: Photo, *values: str, rejection: str = "") -> Photo:
    for value in values:
        photo.numbers.create(
            value=value, source="Provider", rejection=rejection, confidence=0.9, box=BOX
        )
    return photo


def test_photo_list_lists_photos_as_they_are(manager):
    photo = PhotoFactory.create(
        state="Processed", number_recognized=True, created_on=MOMENT, updated_on=MOMENT
    )
    tagged(photo, "236", "12")
    tagged(photo, "x", rejection="NotANumber")
    photo.persons.create(person_id="p1")

    answer = manager.get(LIST)

    page = answer.json()
    [row] = page.pop("results")
    assert page == {"count": 1, "next": None, "previous": None}
    assert row == {
        "photoId": str(photo.pk),
        "albumId": str(photo.album_id),
        "photographerId": None,
        "shootingDate": None,
        "imageUrl": photo.image_url,
        "state": "Processed",
        "reasonDescription": "",
        "faceRecognized": False,
        "numberRecognized": True,
        "customTags": [],
        "createdOn": "2026-05-17T09:30:00Z",
        "updatedOn": "2026-05-17T09:30:00Z",
        "tags": ["12", "236"],
        "persons": ["p1"],
    }


def test_photo_list_narrows_by_album_state_person_and_reason(manager):
    album = AlbumFactory.create()
    photos = {state: PhotoFactory.create(album=album, state=state) for state in PhotoState}
    other = PhotoFactory.create(state="Processed", reason_description="The provider is away.")
    failed = photos[PhotoState.FAILED]
    Photo.objects.filter(pk=failed.pk).update(reason_description="The picture is damaged 100%.")
    failed.persons.create(person_id="p1")
    other.persons.create(person_id="p2")

    assert set(listed(manager, albumId=str(album.pk))) == set(ids(*photos.values()))
    for state, photo in photos.items():
        assert listed(manager, albumId=str(album.pk), state=state) == ids(photo)
    for query in ({"state": "Failed"}, {"personId": "p1"}, {"reason": "DAMAGED"}, {"reason": "%"}):
        assert listed(manager, **query) == ids(failed)
    assert listed(manager, albumId=str(uuid4())) == []
    assert listed(manager, personId="p1", albumId=str(other.album_id)) == []
    assert listed(manager, reason="damaged", state="Processed") == []


@pytest.mark.parametrize("number", ["154", "0154", " 154 "])
def test_photo_list_narrows_by_a_tag_in_any_spelling(manager, number):
    stripped, padded, rejected, other = PhotoFactory.create_batch(4)
    tagged(stripped, "154")
    tagged(padded, "00154")
    tagged(rejected, "154", rejection="NotInStartList")
    tagged(other, "1540")

    assert set(listed(manager, number=number)) == set(ids(stripped, padded))


def test_photo_list_searches_ids_numbers_persons_and_file_names(manager):
    photo, other = PhotoFactory.create_batch(2)
    Photo.objects.filter(pk=photo.pk).update(image_url="https://h.example.org/IMG_0035.JPG?s=1")
    tagged(photo, "A12", rejection="NotANumber")
    person = str(uuid4())
    photo.persons.create(person_id=person)
    other.persons.create(person_id="p2")

    for text in (str(photo.pk), str(photo.album_id).upper(), "a12", person, "img_0035"):
        assert listed(manager, search=text) == ids(photo)
        assert listed(manager, search=text, albumId=str(photo.album_id)) == ids(photo)
        assert listed(manager, search=text, albumId=str(other.album_id)) == []
    assert listed(manager, search="p2") == ids(other)
    assert listed(manager, search=str(uuid4())) == []


def queued(photo: Photo, kind: str, version: int, **fields: Any) -> None:
    due = {"created_on": MOMENT, "due_on": MOMENT + timedelta(minutes=2)}
    sent_of(photo, kind, version, **{**due, **fields})


def test_a_photo_has_everything_found_on_it(manager):
    photo = PhotoFactory.create(state="Processed", version=5)
    tagged(photo, "236", "12")
    tagged(photo, "A12", rejection="NotANumber")
    photo.numbers.filter(value="236").update(worn_by="p1")
    photo.persons.create(person_id="p1", confidence=0.5, box=BOX)
    photo.persons.create(person_id="p2", confidence=0.9)
    queued(photo, "persons", 4, delivered_on=MOMENT)
    queued(photo, "tags", 5, reason="503 away")

    answer = manager.get(f"{LIST}/{photo.pk}")

    assert (answer.status_code, answer["ETag"]) == (200, '"5"')
    body = answer.json()
    assert (body["photoId"], body["albumId"]) == (str(photo.pk), str(photo.album_id))
    assert body["persons"] == [
        {"personId": "p2", "confidence": 0.9, "box": None, "possible": []},
        {"personId": "p1", "confidence": 0.5, "box": BOX, "possible": []},
    ]
    read = {"source": "Provider", "confidence": 0.9, "box": BOX}
    assert body["tags"] == [
        {"value": "12", **read, "personId": None},
        {"value": "236", **read, "personId": "p1"},
    ]
    verdict = "rejected: not a number"
    assert body["rejected"] == [
        {"value": "A12", **read, "personId": None, "rejection": "NotANumber", "verdict": verdict}
    ]
    assert body["personsDelivery"] == {
        "state": "Delivered",
        "version": 4,
        "since": "2026-05-17T09:30:00Z",
        "reason": "",
        "nextAttemptOn": None,
    }
    assert body["tagsDelivery"] == {
        "state": "Waiting",
        "version": 5,
        "since": "2026-05-17T09:30:00Z",
        "reason": "503 away",
        "nextAttemptOn": "2026-05-17T09:32:00Z",
    }


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"albumId": "seven"}, "invalid"),
        ({"state": "Perhaps"}, "invalid-choice"),
        ({"state": "Deleted"}, "album-required"),
        ({"number": ""}, "blank"),
        ({"personId": "p" * 201}, "max-length"),
        ({"reason": "\0"}, "null-characters-not-allowed"),
        ({"from": "2026-05-17T09:30:00"}, "offset-required"),
        ({"to": "yesterday"}, "invalid"),
        ({"to": "2026-05-17T09:30:00Z", "from": "2026-05-17T09:30:00Z"}, "not-later"),
        ({"pageSize": "201"}, "invalid"),
    ],
)
def test_photo_list_refuses_what_it_does_not_understand(manager, query, code):
    answer = manager.get(LIST, query)

    assert answer.status_code == 422, answer.content
    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == (next(iter(query)), code)
