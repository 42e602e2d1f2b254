"""Whose number it is, by the places of a number and of the faces on a photo."""

from collections.abc import Mapping, Sequence
from math import hypot

Box = Mapping[str, float]

# A number is worn about three heights of a face below its middle. On 24 race photos with several
# faces most numbers were less than half a unit from the nearest face, and 2 or more from the next.
_BELOW = 3.0  # heights of the face
_NEAR = 1.0
_CLEARLY = 3.0


def wearer_of(number: Box, faces: Sequence[tuple[str, Box]]) -> str | None:
    """Return the person whose face stands clearly above a number; None: it is not clear.

    :param faces: a person and the place of the face each; places are parts of the photo's size.
    """
    near = sorted((_distance(number, box), person) for person, box in faces)
    if not near or near[0][0] > _NEAR:
        return None
    return near[0][1] if len(near) == 1 or near[1][0] > _CLEARLY * near[0][0] else None


def _distance(number: Box, face: Box) -> float:
    """Return how far a number is from where the runner would wear it, in sizes of the face."""
    if not (face["width"] and face["height"]):
        return float("inf")
    (number_x, number_y), (face_x, face_y) = _middle(number), _middle(face)
    aside = (number_x - face_x) / face["width"]
    below = (number_y - face_y) / face["height"] - _BELOW
    return hypot(aside, below / 2)


def _middle(box: Box) -> tuple[float, float]:
    return box["left"] + box["width"] / 2, box["top"] + box["height"] / 2
