"""How near a face must be to be known, by how many people its space has.

A stranger is compared with each of the people. If two people are within a distance with the
probability q, a stranger is within it of one of N with at most N q. So the bound is where q is
small enough for N (docs/vision.md, "Faces by distance").
"""

from dataclasses import dataclass
from math import expm1, log1p

from vision.faces.face_model import DLIB, Strangers

# Of the faces of people whom the space does not have, the share that is taken for one it has.
DEFAULT_FALSE_MATCH = 0.01
# … and the share that is suggested to be one it has. More suggestions would hide the right ones.
SUGGESTED = 0.5


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
