"""What is on each image: as a test set it, derived from the image's id, or nothing."""

import hashlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from tools.sandbox.behaviour import DefaultTruth
from tools.sandbox.fields import Fields, JsonObject

PERSONS = UUID("6f2bb6ba-6c4f-4d0b-9d3e-5a3f0a1c9e11")
PERSON_BOX = {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15}
TAG_BOX = {"left": 0.4, "top": 0.4, "width": 0.12, "height": 0.08}
Truth = Mapping[str, list[JsonObject]]
NOTHING: Truth = {"persons": [], "tags": []}


class Truths:
    """Remember the truth of each image by its id (lower case)."""

    def __init__(self) -> None:
        self._known: dict[str, Truth] = {}

    def set(self, document: object) -> None:
        """Store `{imageId: {persons, tags}}`.

        :raises Refused: 422; nothing is stored.
        """
        fields = Fields(document)
        new = {
            image.lower(): _truth(Fields(truth, image, fields.errors))
            for image, truth in fields.document.items()
        }
        fields.close()
        self._known.update(new)

    def of(self, image: str, otherwise: DefaultTruth) -> Truth:
        """Return what is on an image."""
        known = self._known.get(image.lower())
        if known is not None:
            return known
        return derive(image) if otherwise is DefaultTruth.DERIVE else NOTHING

    def document(self) -> JsonObject:
        """Return all truths that were set."""
        return dict(self._known)

    def forget(self) -> None:
        """Forget all truths that were set."""
        self._known.clear()


def derive(image: str) -> Truth:
    """Make one person and one number from an image's id.

    The number is the first four bytes of the guid (of the SHA-256 if the id is not a guid) modulo
    10,000; the person is one of 1,000.
    """
    seed = int.from_bytes(_first_bytes(image), "big")
    person = str(uuid5(PERSONS, str(seed % 1000)))
    return {"persons": [_person(person)], "tags": [_tag(str(seed % 10_000))]}


def _first_bytes(image: str) -> bytes:
    try:
        return UUID(image).bytes[:4]
    except ValueError:
        return hashlib.sha256(image.encode()).digest()[:4]


def _truth(fields: Fields) -> Truth:
    fields.only({"persons", "tags"})
    whole = Fields({**NOTHING, **fields.document}, fields.path, fields.errors)
    return {
        "persons": list(whole.items("persons", lambda places, place: _item(places, place, "id"))),
        "tags": list(whole.items("tags", lambda places, place: _item(places, place, "value"))),
    }


def _item(places: Fields, place: str, key: str) -> JsonObject:
    """Read an item; a text is an item with only that `key`."""
    item: Any = places.document[place]
    if isinstance(item, str):
        return _person(item) if key == "id" else _tag(item)
    fields = places.section(place)
    fields.text(key)
    return dict(fields.document)


def _person(person: str) -> JsonObject:
    return {"id": person, "confidence": 0.95, "box": PERSON_BOX}


def _tag(value: str) -> JsonObject:
    return {"id": f"tag-{value}", "value": value, "confidence": 0.9, "box": TAG_BOX}
