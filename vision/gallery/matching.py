"""Which known person a face is: how near it must be, by how many people its space has.

A stranger is compared with each of the people. If two people are within a distance with the
probability q, a stranger is within it of one of N with at most N q. So the bound is where q is
small enough for N (docs/vision.md, "Faces by distance").
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import expm1, log1p
from uuid import UUID

from vision.faces.face_model import DLIB, Strangers

# Of the faces of people whom the space does not have, the share that is taken for one it has.
DEFAULT_FALSE_MATCH = 0.01
# … and the share that is suggested to be one it has. More suggestions would hide the right ones.
SUGGESTED = 0.5
MOST_POSSIBLE = 3  # persons a face


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The largest distances of a face from a person: known, or possible beyond that."""

    known: float
    possible: float

    def confidence(self, distance: float) -> float:
        """Return 1 for the same picture, 0.5 at the bound of known persons, less beyond it."""
        return max(0.0, 1.0 - distance / (2.0 * self.known))


def bounds_of(
    people: int,
    *,
    largest: float = DLIB.largest,
    false_match: float = DEFAULT_FALSE_MATCH,
    strangers: Strangers = DLIB.strangers,
) -> Bounds:
    """Return the bounds of a space of so many people.

    :param largest: no face further away is known or possible.
    :param false_match: the share of strangers that may be taken for one of the people.
    """

    def bound(share: float) -> float:
        probability = -expm1(log1p(-share) / max(1, people))
        return min(largest, strangers.distance(probability))

    return Bounds(known=bound(false_match), possible=bound(max(false_match, SUGGESTED)))


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
