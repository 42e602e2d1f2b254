"""GET admin-api/…/statistics/byAlbums…"""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from recognition.models import Album, Photo, PhotoState
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import manual_album, new_photo
from tagging.tests.statistics.ledger import moment

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z"}
IN_MAY = moment("2026-05-17T09:00Z")


def address() -> str:
    return "/admin-api/api/v2/statistics/byAlbums"


def photo_of(album: Album, received: datetime = IN_MAY, **fields: Any) -> Photo:
    photo = new_photo(album, **fields)
    Photo.objects.filter(pk=photo.pk).update(created_on=received)
    return photo


def task_of(photo: Photo, state: str, created: datetime = IN_MAY) -> None:
    TaggingTask.objects.create(photo=photo, album=photo.album, state=state, created_on=created)


def results(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_counts_photos_results_and_tasks(manager):
    album = manual_album(name="City Marathon")
    done = photo_of(album, state=PhotoState.PROCESSED, face_recognized=True, number_recognized=True)
    done.persons.create(person_id="p1")
    done.persons.create(person_id="p2")
    done.numbers.create(value="101", source="Manual")
    done.numbers.create(value="x", source="Provider", rejection="NotANumber")
    half = photo_of(album, state=PhotoState.AWAITING_TAGGING, face_recognized=True)
    half.persons.create(person_id="p1")
    task_of(done, TaggingTaskState.COMPLETED)
    task_of(half, TaggingTaskState.OPEN)

    answer = manager.get(address(), MAY)

    assert answer.json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "albumId": str(album.pk),
                "tenantId": str(album.tenant_id),
                "name": "City Marathon",
                "photos": {"AwaitingTagging": 1, "Processed": 1},
                "faceRecognized": 2,
                "numberRecognized": 1,
                "persons": 3,
                "tags": 1,
                "tasks": {"Completed": 1, "Open": 1},
            }
        ],
    }


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        (
            {"state": PhotoState.DELETED, "face_recognized": True, "number_recognized": True},
            "Deleted",
        ),
        ({"persons_outdated": True, "tags_outdated": True}, "New"),
    ],
)
def test_leaves_out_results_of_a_deleted_photo_and_of_before_a_forced_processing(
    manager, fields, state
):
    photo = photo_of(manual_album(), **fields)
    photo.persons.create(person_id="p1")
    photo.numbers.create(value="101", source="Manual")

    [row] = results(manager.get(address(), MAY))

    assert row["photos"] == {state: 1}
    counted = [row[name] for name in ("faceRecognized", "numberRecognized", "persons", "tags")]
    assert counted == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("limits", "count"),
    [
        (MAY, 2),
        ({}, 4),
        ({"from": MAY["from"]}, 3),
        ({"to": MAY["to"]}, 3),
        ({"from": "2027-01-01T00:00Z"}, 0),
    ],
)
def test_counts_photos_received_and_tasks_created_at_from_and_not_at_to(manager, limits, count):
    album = manual_album()
    manual_album()
    begin, end = moment(MAY["from"]), moment(MAY["to"])
    least = timedelta(microseconds=1)
    for received in (begin - least, begin, end - least, end):
        task_of(photo_of(album, received), TaggingTaskState.OPEN, received)

    rows = results(manager.get(address(), limits))

    found = [(row["photos"], row["tasks"]) for row in rows]
    assert found == ([({"New": count}, {"Open": count})] if count else [])


def test_has_an_album_whose_tenant_is_not_known_yet(manager):
    photo_of(manual_album(tenant=None))

    assert results(manager.get(address(), MAY))[0]["tenantId"] is None


def test_takes_as_many_queries_for_many_albums_as_for_one(manager):
    photo_of(manual_album())
    with CaptureQueriesContext(connection) as for_one:
        manager.get(address(), MAY)
    for _ in range(3):
        photo_of(manual_album())

    with CaptureQueriesContext(connection) as for_four:
        manager.get(address(), MAY)

    assert len(for_four) == len(for_one)
