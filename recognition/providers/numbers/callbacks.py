"""The number provider's callback: what its payload reports of which photo.

Shape: `{name, persons: [item], tags: [item], error?}` with items `{id, name?, value?, confidence?,
box?}`.
`name` is `"{photoId};…"`; it stands on the payload or on the items, and where items carry it one
payload may report several photos. A tag may have `alternatives: [{value, confidence}]`, the
provider's other readings of the same text, and `phrase`, the text around it and with it; malformed
ones are ignored.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from recognition.judging import Alternative
from recognition.providers.evidence import box_of, fraction
from recognition.providers.faces import RecognisedPerson
from recognition.providers.failures import FinalFailure, ProcessingFailure
from records.reasons import bounded

Payload = Mapping[str, Any]
MOST_ALTERNATIVES = 5
MAX_TEXT = 200  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadNumber:
    """A number as the provider read it.

    `box` is in fractions of the image, `alternatives` are other readings of the same text, and
    `phrase` is the text around it, with the number.
    """

    text: str
    confidence: float | None
    box: dict[str, float] | None
    alternatives: tuple[Alternative, ...] = ()
    phrase: str = ""


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
    tags = [tag if isinstance(tag, Mapping) else {} for tag in payload["tags"]]
    items = [*payload["persons"], *tags]
    named = payload.get("name")
    default = photo_id_of(named) if named else asked
    named_photos = {_photo_of(item, default) for item in items}
    if named or not items:
        named_photos.add(default)
    return {
        photo_id: PhotoReport(
            persons=[_person(p) for p in payload["persons"] if _photo_of(p, default) == photo_id],
            numbers=[_number(tag) for tag in tags if _photo_of(tag, default) == photo_id],
        )
        for photo_id in named_photos
        if photo_id is not None
    }


def failure_in(payload: Payload) -> ProcessingFailure | None:
    """Return what the provider says that it could not do; None: it says nothing of the kind.

    `error: {code, detail, retriable}` beside two empty collections; not `retriable`: trying again
    cannot help.
    """
    error = payload.get("error")
    if not error or payload["persons"] or payload["tags"]:
        return None
    said: Mapping[str, Any] = error if isinstance(error, Mapping) else {}
    words = said.get("detail") or said.get("code")
    reason = words if isinstance(words, str) else "The number provider could not do it."
    kind = FinalFailure if said.get("retriable") is False else ProcessingFailure
    return kind(bounded(reason))


def digest_of(payload: Payload) -> str:
    """Return the digest of a payload: SHA-256 of its JSON, keys sorted."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _photo_of(item: Payload, default: UUID | None) -> UUID | None:
    return photo_id_of(item["name"]) if item.get("name") else default


def _person(item: Payload) -> RecognisedPerson:
    return RecognisedPerson(
        person_id=str(item["id"])[:200],
        confidence=fraction(item.get("confidence")),
        box=box_of(item.get("box")),
    )


def _number(item: Payload) -> ReadNumber:
    return ReadNumber(
        text=_text(item.get("value")),
        confidence=fraction(item.get("confidence")),
        box=box_of(item.get("box")),
        alternatives=_alternatives(item.get("alternatives")),
        phrase=phrase if isinstance(phrase := item.get("phrase"), str) else "",
    )


def _text(value: object) -> str:
    """Return a value as text; what is neither a text nor a whole number is no number: empty."""
    if isinstance(value, str):
        return value.replace("\0", "")
    return str(value) if type(value) is int else ""


def _alternatives(items: object) -> tuple[Alternative, ...]:
    found = [_alternative(item) for item in items] if isinstance(items, list) else []
    usable = (alternative for alternative in found if alternative is not None)
    return tuple(islice(usable, MOST_ALTERNATIVES))


def _alternative(item: object) -> Alternative | None:
    if not isinstance(item, dict):
        return None
    value, confidence = item.get("value"), fraction(item.get("confidence"))
    if not isinstance(value, str) or len(value) > MAX_TEXT or confidence is None:
        return None
    return Alternative(value=value, confidence=confidence)
