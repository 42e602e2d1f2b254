"""Albums over the AdminApi, and their photos' counts over the InternalApi."""

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from recognition.models import Album, Photo, PhotoState, Strategy
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    PhotoFactory,
)

pytestmark = pytest.mark.django_db

COMMON = {
    "name",
    "startNumbersRecognitionStrategy",
    "startNumberCapacity",
    "normalizationPolicy",
    "priority",
    "eventDate",
    "createdOn",
    "updatedOn",
    "allowedStartNumbersRecognitionStrategies",
    "allowedFaceProviders",
    "recognition",
}

DEPRECATED = {"recognitionStrategy", "taggingStrategy", "allowedStrategies"}

NIL = "00000000-0000-0000-0000-000000000000"


def path(album: Album | Any, version: int = 2, rest: str = "") -> str:
    return f"/admin-api/api/v{version}/albums/{getattr(album, 'pk', album)}{rest}"


def change(client: APIClient, album: Any, priority: Any, **headers: Any) -> Any:
    body = {"priority": priority}
    return client.patch(path(album, 2, "/priority"), body, format="json", **headers)


def test_version_2_shows_an_album_without_the_deprecated_fields(manager):
    space = AccountSpaceFactory.create()
    AccountFactory.create(is_active=False)
    album = AlbumFactory.create(
        face_account=space.account, face_space=space, event_date=datetime(2026, 5, 17, tzinfo=UTC)
    )

    address = path(album).replace(str(album.pk), str(album.pk).upper())
    answer = manager.get(address, HTTP_IF_NONE_MATCH='"1"')  # no 304: it shows accounts, too

    body = answer.json()
    assert (answer.status_code, answer["ETag"], "Deprecation" in answer) == (200, '"1"', False)
    assert set(body) == COMMON | {"minimumConfidence", "numberFormat", "inferNumbers"}
    assert (body["name"], body["eventDate"]) == (album.name, "2026-05-17T00:00:00Z")
    assert body["allowedStartNumbersRecognitionStrategies"] == list(Strategy.values)
    assert body["allowedFaceProviders"] == [
        {"name": space.account.name, "providerId": str(space.account.pk)}
    ]
    assert body["recognition"] == {
        "faceProviderId": str(space.account.pk),
        "faceProviderSpaceId": str(space.pk),
    }


def test_version_1_shows_the_deprecated_fields_and_says_so(manager: APIClient) -> None:
    answer = manager.get(path(AlbumFactory.create(), version=1))

    body = answer.json()
    assert set(body) == COMMON | DEPRECATED
    assert body["allowedStrategies"] == list(Strategy.values)
    assert body["allowedFaceProviders"] == [{"name": "Disabled", "providerId": NIL}]
    assert answer["Deprecation"].startswith("@")
    assert 'rel="successor-version"' in answer["Link"]


@pytest.mark.parametrize(
    ("strategy", "recognition", "tagging"),
    [
        ("Disabled", "Disabled", "Disabled"),
        ("Manual", "Disabled", "Manual"),
        ("Number", "Number", "Disabled"),
        ("FaceNumber", "FaceNumber", "Disabled"),
        ("NumberThenManual", "Number", "Manual"),
    ],
)
def test_version_1_takes_the_strategy_apart(manager, strategy, recognition, tagging):
    body = manager.get(path(AlbumFactory.create(strategy=strategy), version=1)).json()

    assert body["startNumbersRecognitionStrategy"] == strategy
    assert (body["recognitionStrategy"], body["taggingStrategy"]) == (recognition, tagging)


@pytest.mark.parametrize(
    ("if_match", "status"),
    [('"1"', 204), ("*", 204), ('"2"', 409), ('W/"1"', 409), ('"x"', 409), ("1", 400)],
)
def test_a_priority_is_changed_unless_if_match_guards_it(manager, if_match, status):
    album = AlbumFactory.create()

    answer = change(manager, album, 5, HTTP_IF_MATCH=if_match)

    album.refresh_from_db()
    assert answer.status_code == status
    assert (album.priority, album.version) == ((5, 2) if status == 204 else (0, 1))
    if status == 204:
        assert (answer.content, answer["ETag"]) == (b"", '"2"')
        assert change(manager, album, 5)["ETag"] == '"2"'


@pytest.mark.parametrize("priority", [-1, 101, None, "high", 1.5, [], 10**30])
def test_a_priority_out_of_range_is_422_and_changes_nothing(manager, priority):
    album = AlbumFactory.create()

    answer = change(manager, album, priority)

    album.refresh_from_db()
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "priority"
    assert (album.priority, album.version) == (0, 1)


# --- Counts ----------------------------------------------------------------------------------
def counter(album: Any) -> str:
    return f"/internal-api/api/v2/albums/{getattr(album, 'pk', album)}/counter/photos"


def test_photos_are_counted_by_state(caller: Caller) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create(album=album, state=PhotoState.NEW)
    PhotoFactory.create(album=album, state=PhotoState.NEW)
    PhotoFactory.create(album=album, state=PhotoState.DELETED)
    PhotoFactory.create()

    answer = caller("internal.call").get(counter(album))

    assert answer.status_code == 200
    assert answer.json() == {
        "albumId": str(album.pk),
        "total": 3,
        "byState": {"New": 2, "Deleted": 1},
    }
    assert Photo.objects.count() == 4
