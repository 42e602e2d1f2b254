"""The number provider's callback: what its payload says of which photo.

Shape: `{name, persons: [item], tags: [item]}` with items `{id, name?, value?, confidence?, box?}`.
`name` is `"{photoId};…"`; it stands on the payload or on the items, and where items carry it one
payload may speak of several photos.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from recognition.providers.faces import RecognisedPerson

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTag:
    """A number as the provider read it; `box` in fractions of the image."""

    text: str
    confidence: float | None
    box: dict[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a callback says of one photo. Empty lists mean: looked, found nothing."""

    persons: list[RecognisedPerson] = field(default_factory=list)
    tags: list[ReadTag] = field(default_factory=list)


def photo_id_of(name: str) -> UUID | None:
    """Return the photo id, the first segment of a name; None where it is no guid."""
    try:
        return UUID(name.split(";", 1)[0].strip())
    except ValueError:
        return None


def answers_of(payload: Payload, asked: UUID) -> dict[UUID | None, Answer]:
    """Return the answer for each photo the payload names; None gathers names that are no guid.

    :param asked: the photo that the request was about, for a payload that names none.
    """
    named = payload.get("name")
    default = photo_id_of(named) if named else asked
    answers: dict[UUID | None, Answer] = {default: Answer()} if named else {}
    for item in payload["persons"]:
        answers.setdefault(_photo_of(item, default), Answer()).persons.append(_person(item))
    for item in payload["tags"]:
        answers.setdefault(_photo_of(item, default), Answer()).tags.append(_tag(item))
    return answers or {asked: Answer()}


def digest_of(payload: Payload) -> str:
    """Return what tells one content from another: the SHA-256 of the payload, keys sorted."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _photo_of(item: Payload, default: UUID | None) -> UUID | None:
    return photo_id_of(item["name"]) if item.get("name") else default


def _person(item: Payload) -> RecognisedPerson:
    return RecognisedPerson(
        person_id=str(item["id"])[:200], confidence=item.get("confidence"), box=item.get("box")
    )


def _tag(item: Payload) -> ReadTag:
    return ReadTag(
        text=str(item.get("value") or ""), confidence=item.get("confidence"), box=item.get("box")
    )
