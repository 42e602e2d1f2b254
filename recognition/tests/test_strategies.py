"""Strategies, priorities of wake-ups, and what the AdminApi's document marks."""

from typing import Any

import pytest

from config.tests.api_documents import document_of
from foundation.rest.groups import ADMIN, INTERNAL
from recognition.due import celery_priority
from recognition.models import FACES, NUMBERS, Account, Photo, Strategy
from recognition.records.strategies import (
    PIPELINES,
    has_work,
    needs,
    needs_anything,
    needs_number_provider,
)
from recognition.tests.factories import AlbumFactory, PhotoFactory


def photo_of(strategy: Strategy, *, account: bool, faces: bool, numbers: bool) -> Photo:
    album = AlbumFactory.build(
        strategy=strategy, tenant=None, face_account=Account() if account else None
    )
    return PhotoFactory.build(album=album, face_recognized=faces, number_recognized=numbers)


# Of an album with a face provider and of one without, nothing being recognised yet.
NEEDS = {
    Strategy.DISABLED: ("face provider", ""),
    Strategy.MANUAL: ("face provider, tagator", "tagator"),
    Strategy.NUMBER: ("face provider, number provider", "number provider"),
    Strategy.FACE_NUMBER: ("number provider", "number provider"),
    Strategy.NUMBER_THEN_MANUAL: ("face provider, number provider", "number provider"),
}


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("account", [True, False])
def test_a_new_photo_needs_whom_its_strategy_names(strategy: Strategy, account: bool) -> None:
    photo = photo_of(strategy, account=account, faces=False, numbers=False)
    asked = NEEDS[strategy][0 if account else 1]

    assert has_work(photo, FACES) == ("face provider" in asked)
    assert needs_number_provider(photo) == ("number provider" in asked)
    assert has_work(photo, NUMBERS) == ("number provider" in asked or "tagator" in asked)


@pytest.mark.parametrize("strategy", list(Strategy))
def test_a_recognised_photo_needs_nothing(strategy: Strategy) -> None:
    photo = photo_of(strategy, account=True, faces=True, numbers=True)

    assert not needs(photo, FACES)
    assert not needs(photo, NUMBERS)
    assert not needs_anything(photo)
    assert not has_work(photo, NUMBERS)


def test_face_number_asks_again_where_only_the_faces_are_missing() -> None:
    photo = photo_of(Strategy.FACE_NUMBER, account=False, faces=False, numbers=True)

    assert needs_number_provider(photo)


def test_every_strategy_has_a_pipeline() -> None:
    assert set(PIPELINES) == set(Strategy)


@pytest.mark.parametrize(
    ("priority", "on_redis"),
    [(-5, 9), (0, 9), (9, 9), (10, 8), (55, 4), (90, 0), (100, 0), (999, 0)],
)
def test_priority_of_an_album_becomes_one_where_0_comes_first(priority: int, on_redis: int):
    assert celery_priority(priority) == on_redis


SETTINGS = "/admin-api/api/v{}/albums/{{albumId}}/recognition/settings"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return document_of(ADMIN)


def deprecated(document: dict[str, Any], shape: str) -> set[str]:
    properties = document["components"]["schemas"][shape]["properties"]
    return {name for name, found in properties.items() if found.get("deprecated")}


def test_version_1_marks_the_fields_and_the_shapes_that_go(document):
    gone = {"recognitionStrategy", "taggingStrategy", "allowedStrategies"}

    assert deprecated(document, "AlbumOutputV1") == gone
    assert deprecated(document_of(INTERNAL), "InternalAlbumOutputV1") == gone
    assert deprecated(document, "AlbumOutput") == set()
    assert not gone & set(document["components"]["schemas"]["AlbumOutput"]["properties"])
    assert document["paths"][SETTINGS.format(1)]["patch"]["deprecated"] is True
    assert "deprecated" not in document["paths"][SETTINGS.format(2)]["patch"]
