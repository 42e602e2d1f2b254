"""admin-api/…/albums/{id}/recognition/preview…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.models import ProcessedPhoto, Strategy
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


def path(album: Any) -> str:
    return f"/admin-api/api/v2/albums/{getattr(album, 'pk', album)}/recognition/preview"


def settings_body(**fields: Any) -> dict[str, Any]:
    given = {
        "providerId": None,
        "startNumbersRecognitionStrategy": "NumberThenManual",
        "normalizationPolicy": "StripLeadingZeros",
        "startNumberCapacity": 5,
    }
    return {"settings": {**given, **fields}}


def test_changes_nothing(manager):
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    PhotoFactory.create_batch(2, album=album)
    unread = {"album": album, "state": "Processed", "number_recognized": True}
    PhotoFactory.create(**unread)
    PhotoFactory.create(**unread, numbers_corrected_on=timezone.now())

    answer = manager.post(path(album), settings_body(), format="json")
    off = manager.post(path(album), {"state": "Off"}, format="json")

    assert answer.status_code == off.status_code == 200
    said = answer.json()
    assert (said["processed"], said["unchanged"]) == (2, 2)
    assert (said["withoutNumber"], said["corrected"], said["whyOff"]) == (1, 1, "")
    assert (off.json()["processed"], off.json()["resting"]) == (0, 2)
    assert off.json()["whyOff"] == "Recognition is off for the album."
    assert not ProcessedPhoto.objects.exists()
    album.refresh_from_db()
    assert (album.strategy, album.state, album.version) == ("Number", "On", 1)


def test_refuses_what_the_change_would_refuse(manager: APIClient) -> None:
    album, unknown = AlbumFactory.create(), str(uuid4())
    space = AccountSpaceFactory.create(is_active=False)
    bodies: tuple[dict[str, Any], ...] = (
        {},
        {"state": "Off", **settings_body()},
        {"state": "off"},
        settings_body(startNumberCapacity=0),
        settings_body(providerId=str(space.account_id)),
    )

    refused = [manager.post(path(album), body, format="json").status_code for body in bodies]
    missing = [
        manager.post(path(unknown), {"state": "Off"}, format="json"),
        manager.post(path(album), settings_body(providerId=unknown), format="json"),
    ]

    assert refused == [422] * len(bodies)
    assert [answer.status_code for answer in missing] == [404, 404]
