"""The erased of an album: by what they are known, and what is left without them.

Only albums with `has_erasures` ask, so all others lose no statement.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID

from foundation.privacy.registry import Marks, Name, erased_among
from recognition.records.albums import Album

T = TypeVar("T")
_LEADING_ZEROS = re.compile(r"^([A-Z]{0,3})0+")


def person_name(album_id: UUID, person_id: str) -> Name:
    return ("person", str(album_id), person_id)


def number_name(album_id: UUID, text: str) -> Name:
    """Return the name of a start number, however it is written."""
    plain = _LEADING_ZEROS.sub(r"\1", "".join(text.replace("-", "").split()).upper())
    return ("number", str(album_id), plain)


def selfie_name(selfie_id: UUID) -> Name:
    return ("selfie", str(selfie_id))


def not_erased(
    album: Album, items: Iterable[T], name_of: Callable[[UUID, Any], Name], key: Callable[[T], str]
) -> list[T]:
    """Return the items without those whose name is erased in the album.

    :param key: the person's id, or the number, of an item.
    """
    found = list(items)
    if not album.has_erasures:
        return found
    names = [name_of(album.pk, key(item)) for item in found]
    erased = erased_among(names)
    return [item for item, name in zip(found, names, strict=True) if name not in erased]


def payload_without_erased(album: Album | None, payload: Any) -> Any:
    """Return a callback's payload without the persons and numbers that are erased in its album."""
    if album is None or not album.has_erasures:
        return payload
    found = _items(payload, "persons")
    found += [other for item in found for other in _items(item, "possible")]
    persons = {str(item.get("id")) for item in found}
    tags = _items(payload, "tags")
    read = [*tags, *(other for tag in tags for other in _items(tag, "alternatives"))]
    numbers = {str(item.get("value")) for item in read}
    names = {
        **{person_name(album.pk, each): each for each in persons},
        **{number_name(album.pk, each): each for each in numbers},
    }
    erased = erased_among(names)
    marks = Marks(
        ids=[names[name] for name in erased if name[0] == "person"],
        numbers=[name[2] for name in erased if name[0] == "number"],
    )
    return marks.without(payload) if erased else payload


def _items(value: Any, collection: str) -> list[dict[str, Any]]:
    found = value.get(collection)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
