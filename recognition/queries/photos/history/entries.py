"""One thing that happened to a photo, and the sources that tell of such things.

An app above recognition adds what it knows by `tell_history(source)` when it is made ready.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from recognition.models import Photo


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """Something that happened to a photo.

    `kind` is a stable PascalCase name, `text` says it in plain words, `details` has the facts.
    """

    occurred_on: datetime
    kind: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)


Source = Callable[[Photo], Iterable[Happening]]

_sources: list[Source] = []


def tell_history(*sources: Source) -> None:
    """Have these sources asked for every photo's history; naming one again changes nothing."""
    _sources.extend(source for source in sources if source not in _sources)


def happenings_of(photo: Photo) -> list[Happening]:
    """Return everything that happened to a photo, in order; of one moment in the sources' order."""
    found = [happening for source in _sources for happening in source(photo)]
    return sorted(found, key=lambda happening: happening.occurred_on)
