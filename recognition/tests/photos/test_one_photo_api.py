"""GET admin-api/…/photos/{photoId}: a photo with everything found on it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from recognition.models import Photo
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("version", [1, 2])
LIST = "/admin-api/api/v2/photos"
MOMENT = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)
BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.4}


def tagged(photo: Photo, *values: str, rejection: str = "") -> Photo:
    for value in values:
        photo.numbers.create(
            value=value, source="Provider", rejection=rejection, confidence=0.9, box=BOX
        )
    return photo


def queued(photo: Photo, kind: str, version: int, **fields: Any) -> None:
    Photo.objects.filter(pk=photo.pk).update(**{f"{kind}_version": version})
    OutboxMessage.objects.create(
        kind="Peer",
        destination="photo-service",
        lane="peer:photo-service",
        key=f"{photo.pk}/{kind}",
        body={"version": version},
        **{"created_on": MOMENT, "due_on": MOMENT + timedelta(minutes=2), **fields},
    )


@BOTH
def test_a_photo_has_everything_found_on_it(manager, version):
    photo = PhotoFactory.create(state="Processed", version=5)
    tagged(photo, "236", "12")
    tagged(photo, "A12", rejection="NotANumber")
    photo.numbers.filter(value="236").update(worn_by="p1")
    photo.persons.create(person_id="p1", confidence=0.5, box=BOX)
    photo.persons.create(person_id="p2", confidence=0.9)
    queued(photo, "persons", 4, delivered_on=MOMENT)
    queued(photo, "tags", 5, reason="503 away")

    answer = manager.get(f"{LIST.replace('v2', f'v{version}')}/{photo.pk}")

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


def test_a_photo_s_delivery_is_sent_also_to_who_has_its_version(manager):
    photo = PhotoFactory.create()
    address = f"{LIST}/{photo.pk}"
    etag = manager.get(address)["ETag"]
    queued(photo, "tags", 1, dead_on=timezone.now())

    answer = manager.get(address, HTTP_IF_NONE_MATCH=etag)

    assert answer.status_code == 200
    assert answer.json()["tagsDelivery"]["state"] == "GivenUp"


@BOTH
def test_a_photo_that_there_is_not_is_404(manager, version):
    answer = manager.get(f"{LIST.replace('v2', f'v{version}')}/{uuid4()}")

    assert (answer.status_code, answer.json()["code"]) == (404, "photo-not-found")


def test_a_photo_s_id_that_is_no_guid_is_404(manager):
    assert manager.get(f"{LIST}/seven").status_code == 404


@BOTH
def test_a_photo_needs_a_recognition_manager(caller, anybody, version):
    address = f"{LIST.replace('v2', f'v{version}')}/{uuid4()}"

    assert anybody.get(address).status_code == 401
    assert caller("internal.call", "tagging.manage").get(address).status_code == 403
