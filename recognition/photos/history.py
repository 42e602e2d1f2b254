"""The history of a photo. Apps above recognition register sources in their `ready()`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from recognition.records.photos import Photo


@dataclass(frozen=True, slots=True)
class PhotoHistoryEntry:
    """Something that happened to a photo.

    `kind`: a stable PascalCase name. `text`: a sentence for people. `details`: the facts.
    """

    occurred_on: datetime
    kind: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoHistory:
    """A photo in its present state, and everything that happened to it, in order."""

    photo: Photo
    entries: Sequence[PhotoHistoryEntry]


Source = Callable[[Photo], Iterable[PhotoHistoryEntry]]

_sources: list[Source] = []


def register_history_source(*sources: Source) -> None:
    """Add sources to every photo's history; a source that is registered already is ignored."""
    _sources.extend(source for source in sources if source not in _sources)


def explain_photo(photo_id: UUID) -> PhotoHistory:
    """Return everything that happened to a photo, by time; at the same time, in the sources' order.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().get_or_refuse(photo_id)
    found = [entry for source in _sources for entry in source(photo)]
    return PhotoHistory(photo=photo, entries=sorted(found, key=lambda entry: entry.occurred_on))
