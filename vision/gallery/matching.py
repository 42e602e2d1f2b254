from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

# dlib's own bound of 0.6 is for one pair of faces. A space has thousands of people, among them
# some who look alike, so our bound is narrower.
DEFAULT_DISTANCE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A known person near a face, by Euclidean distance of the embeddings."""

    person_id: UUID
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """The person of a face; confidence 1 is the same picture, 0.5 is at the bound."""

    person_id: UUID
    confidence: float
    is_new: bool


def confidence_of(distance: float, bound: float) -> float:
    return max(0.0, 1.0 - distance / (2.0 * bound))


def assign(candidates: Sequence[Sequence[Candidate]]) -> list[Candidate | None]:
    """Return the person of each face of one photo, nearest pairs first.

    Two faces of one photo are never one person, so each face needs as many candidates as the photo
    has faces.
    """
    pairs = sorted(
        (candidate.distance, face, candidate.person_id)
        for face, near in enumerate(candidates)
        for candidate in near
    )
    assigned: dict[int, Candidate] = {}
    taken: set[UUID] = set()
    for distance, face, person_id in pairs:
        if face not in assigned and person_id not in taken:
            assigned[face] = Candidate(person_id=person_id, distance=distance)
            taken.add(person_id)
    return [assigned.get(face) for face in range(len(candidates))]
