"""The number provider's callback: what its payload reports of which photo.

Shape: `{name, persons: [item], tags: [item]}` with items `{id, name?, value?, confidence?, box?}`.
`name` is `"{photoId};…"`; it stands on the payload or on the items, and where items carry it one
payload may report several photos.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from recognition.providers.evidence import box_of, finite
from recognition.providers.faces import RecognisedPerson

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNumber:
    """A number as the provider read it; `box` in fractions of the image."""

    text: str
    confidence: float | None
    box: dict[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoReport:
    """What a callback says of one photo. An empty list: nothing was found."""

    persons: list[RecognisedPerson]
    numbers: list[ReadNumber]


def photo_id_of(name: object) -> UUID | None:
    """Return the photo id, the first segment of a name; None where it is no guid."""
    try:
        return UUID(str(name).split(";", 1)[0].strip())
    except ValueError:
        return None


def reports_of(payload: Payload, asked: UUID) -> dict[UUID, PhotoReport]:
    """Return the report on each photo that the payload names; a name that is no guid names none.

    :param asked: the photo that the request was about, for a payload that names none.
    """
    items = [*payload["persons"], *payload["tags"]]
    named = payload.get("name")
    default = photo_id_of(named) if named else asked
    named_photos = {_photo_of(item, default) for item in items}
    if named or not items:
        named_photos.add(default)
    return {
        photo_id: PhotoReport(
            persons=[_person(p) for p in payload["persons"] if _photo_of(p, default) == photo_id],
            numbers=[_number(t) for t in payload["tags"] if _photo_of(t, default) == photo_id],
        )
        for photo_id in named_photos
        if photo_id is not None
    }


def digest_of(payload: Payload) -> str:
    """Return the digest of a payload: SHA-256 of its JSON, keys sorted."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _photo_of(item: Payload, default: UUID | None) -> UUID | None:
    return photo_id_of(item["name"]) if item.get("name") else default


def _person(item: Payload) -> RecognisedPerson:
    return RecognisedPerson(
        person_id=str(item["id"])[:200],
        confidence=finite(item.get("confidence")),
        box=box_of(item.get("box")),
    )


def _number(item: Payload) -> ReadNumber:
    return ReadNumber(
        text=str(item["value"]),
        confidence=finite(item.get("confidence")),
        box=box_of(item.get("box")),
    )
