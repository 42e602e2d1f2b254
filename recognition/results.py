"""What the photo service is told: the whole current set, with a version that only grows.

Source: `PUT {photo service}/api/v1/photos/{photoId}/persons` and `…/tags`. The version is the
photo's own, which every change raises, so repeats and reordering do no harm.
"""

from collections.abc import Iterable

from messaging.outbox import PeerMessage
from recognition.models import Photo, PhotoNumber, PhotoPerson

PEER = "photo-service"


def persons_message(photo: Photo, persons: Iterable[PhotoPerson]) -> PeerMessage:
    """Return the message with all persons of a photo."""
    found = [
        {"personId": person.person_id, "confidence": person.confidence, "box": person.box}
        for person in persons
    ]
    return _message(photo, "persons", found)


def tags_message(photo: Photo, accepted: Iterable[PhotoNumber]) -> PeerMessage:
    """Return the message with all accepted numbers of a photo."""
    return _message(
        photo, "tags", [{"value": number.value, "source": number.source} for number in accepted]
    )


def _message(photo: Photo, kind: str, found: list[dict[str, object]]) -> PeerMessage:
    return PeerMessage(
        peer=PEER,
        method="PUT",
        path=f"/api/v1/photos/{photo.pk}/{kind}",
        key=photo.pk,
        body={"version": photo.version, kind: found},
        priority=photo.album.priority,
    )
