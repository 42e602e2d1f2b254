"""Where on a photo a person should look for numbers: what the recognisers saw there."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import TextChoices

from foundation.records.statements import fetch_rows

# What the recognisers saw on photos, as a text: each list of a work's tasks reads it.
#
# The ORM takes four times as long to write the union of four tables as PostgreSQL to run it.


REGIONS_OF_PHOTOS = """
SELECT number.photo_id, 'Number', number.confidence, number.box
FROM recognition_photonumber AS number JOIN recognition_photo AS photo ON photo.id = number.photo_id
WHERE photo.id = ANY(%(photos)s) AND NOT photo.tags_outdated
    AND number.basis <> 'Context' AND number.box IS NOT NULL
UNION ALL
SELECT photo_id, 'Number', confidence, box FROM recognition_suggestednumber
WHERE photo_id = ANY(%(photos)s) AND box IS NOT NULL
UNION ALL
SELECT photo_id, 'Unread', NULL, regions FROM recognition_unreadregions
WHERE photo_id = ANY(%(photos)s)
UNION ALL
SELECT person.photo_id, 'Person', person.confidence, person.box
FROM recognition_photoperson AS person JOIN recognition_photo AS photo ON photo.id = person.photo_id
WHERE photo.id = ANY(%(photos)s) AND NOT photo.persons_outdated AND person.box IS NOT NULL
"""

MOST_REGIONS = 12


class RegionKind(TextChoices):
    """What was seen there."""

    NUMBER = "Number"  # something that was read as a number, surely or weakly
    UNREAD = "Unread"  # digits that could not be read
    PERSON = "Person"  # a face


# How likely a number is to be found there, at equal confidence.
_WEIGHTS = {RegionKind.NUMBER: 1.0, RegionKind.UNREAD: 0.7, RegionKind.PERSON: 0.4}
_UNKNOWN = 0.5  # the confidence of what has none


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A place on a photo; `box` in fractions of the image."""

    kind: RegionKind
    confidence: float | None
    box: Mapping[str, float]

    @property
    def likelihood(self) -> float:
        """Return a figure by which regions are ordered."""
        confidence = _UNKNOWN if self.confidence is None else self.confidence
        return _WEIGHTS[self.kind] * confidence


def regions_of(photo_ids: Collection[UUID]) -> dict[UUID, Sequence[Region]]:
    """Return up to `MOST_REGIONS` regions of each photo, the likeliest first; one statement.

    Texts that stand on many photos of the album, and outdated results, do not count.
    """
    found = defaultdict[UUID, list[Region]](list)
    rows = fetch_rows(REGIONS_OF_PHOTOS, {"photos": list(photo_ids)})
    for photo_id, kind, confidence, places in rows:
        found[photo_id] += _regions(RegionKind(kind), confidence, json.loads(places))
    return {photo_id: _likeliest(regions) for photo_id, regions in found.items()}


def _regions(kind: RegionKind, confidence: float | None, places: Any) -> Iterator[Region]:
    if kind is not RegionKind.UNREAD:
        yield Region(kind=kind, confidence=confidence, box=places)
        return
    for place in places:
        yield Region(kind=kind, confidence=place["confidence"], box=place["box"])


def _likeliest(regions: Sequence[Region]) -> Sequence[Region]:
    return sorted(regions, key=lambda region: -region.likelihood)[:MOST_REGIONS]
