"""What is sent to the photo service: the whole current set, with a version that only grows.

`PUT …/api/v1/photos/{photoId}/persons` and `…/tags`: repeats and reordering do no harm.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from foundation.messaging import outbox
from foundation.messaging.models import UNDELIVERED, OutboxMessage
from foundation.messaging.outbox import PeerMessage
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo

PEER = "photo-service"
KINDS = ("persons", "tags")


def persons_message(photo: Photo, persons: Iterable[PhotoPerson]) -> PeerMessage:
    found = [
        {"personId": each.person_id, "confidence": each.confidence, "box": each.box}
        for each in persons
    ]
    return _message(photo, photo.persons_version, "persons", {"persons": found})


def tags_message(photo: Photo, accepted: Iterable[PhotoNumber]) -> PeerMessage:
    """Return the message with all accepted numbers of a photo, and with its custom tags.

    An inferred number has its confidence, so that a receiver may require more.
    """
    found = [
        {"value": number.value, "source": number.source}
        | ({"confidence": number.confidence} if number.is_inferred else {})
        for number in accepted
    ]
    named = {"customTags": photo.custom_tags} if photo.custom_tags else {}
    return _message(photo, photo.tags_version, "tags", {"tags": found, **named})


def result_keys(photo_id: UUID) -> list[str]:
    """Return the keys of a photo's messages: persons and tags do not wait for each other."""
    return [f"{photo_id}/{kind}" for kind in KINDS]


def held_results(photos: QuerySet[Photo], since: datetime) -> Iterator[str]:
    """Yield the keys of results that were posted since a moment and wait, of these photos."""
    waiting = OutboxMessage.objects.filter(UNDELIVERED, destination=PEER, created_on__gte=since)
    keys = set(waiting.values_list("key", flat=True))
    ids = photos.filter(pk__in={key.split("/")[0] for key in keys}).values_list("pk", flat=True)
    yield from (key for pk in ids for key in result_keys(pk) if key in keys)


def withdraw_results(photo_id: UUID, reason: str) -> None:
    """Withdraw the results of a photo that are not sent yet. The caller has locked the photo."""
    outbox.withdraw(PEER, result_keys(photo_id), reason)


def _message(photo: Photo, version: int, kind: str, found: dict[str, Any]) -> PeerMessage:
    return PeerMessage(
        peer=PEER,
        method="PUT",
        path=f"/api/v1/photos/{photo.pk}/{kind}",
        key=f"{photo.pk}/{kind}",
        body={"version": version, **found},
        priority=photo.album.priority,
    )
