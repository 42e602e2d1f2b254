from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from vision.gallery.bounds import Bounds

MOST_POSSIBLE = 3  # persons a face


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A known person near a face, by Euclidean distance of the embeddings."""

    person_id: UUID
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible:
    """A person that a face may be, beside the person that it is taken for."""

    person_id: UUID
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """The person of a face, and who it may be instead, the nearest first.

    Confidence 1 is the same picture, 0.5 is at the bound of known persons.
    """

    person_id: UUID
    confidence: float
    is_new: bool
    possible: Sequence[Possible] = ()


def assign(candidates: Sequence[Sequence[Candidate]], bound: float) -> list[Candidate | None]:
    """Return the person of each face of one photo within the bound, nearest pairs first.

    Two faces of one photo are never one person, so each face needs as many candidates as the photo
    has faces.
    """
    pairs = sorted(
        (candidate.distance, face, candidate.person_id)
        for face, near in enumerate(candidates)
        for candidate in near
        if candidate.distance <= bound
    )
    assigned: dict[int, Candidate] = {}
    taken: set[UUID] = set()
    for distance, face, person_id in pairs:
        if face not in assigned and person_id not in taken:
            assigned[face] = Candidate(person_id=person_id, distance=distance)
            taken.add(person_id)
    return [assigned.get(face) for face in range(len(candidates))]


def possible(
    candidates: Sequence[Sequence[Candidate]], assigned: Sequence[Candidate | None], bounds: Bounds
) -> list[Sequence[Possible]]:
    """Return for each face of one photo who else it may be, also other persons of the photo.

    Two faces of one photo are never one person; but which of them is which is then in doubt. Each
    face needs `MOST_POSSIBLE` candidates more than the photo has faces.
    """
    return [
        [
            Possible(person_id=each.person_id, confidence=bounds.confidence(each.distance))
            for each in near
            if own is None or each.person_id != own.person_id
        ][:MOST_POSSIBLE]
        for near, own in zip(candidates, assigned, strict=True)
    ]
