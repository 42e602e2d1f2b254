"""Generated faces: 128 numbers each, about as far from each other as dlib's are.

Measured on 229 faces of 103 race photos: they lie around a middle of length 1.3; from it a face is
0.55 away, in few directions more than in others (the variance of the n-th is about as n to the
-0.9; a quarter is in two, half in ten). So two people are 0.55 to 1 apart. Pictures of one person
are 0.2 to 0.45 apart. Every tenth person has a double at 0.55.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

import numpy as np
from numpy.typing import NDArray

SIZE = 128
MIDDLE = 1.3 / np.sqrt(SIZE)
SPREAD = 0.55
DOUBLES_APART = 0.55
SAME_PERSON = (0.2, 0.45)
COMPARED = 20  # by exact distances, of all

Faces = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Faces and their persons, row by row."""

    ids: Sequence[UUID]
    faces: Faces
    squares: Faces

    def nearest(self, face: Faces, bound: float) -> UUID | None:
        """Return the person of a face by comparing with all; None if no one is within the bound."""
        about = self.squares - 2 * (self.faces @ face)
        few = np.argpartition(about, min(COMPARED, len(about) - 1))[:COMPARED]
        distances = np.linalg.norm(self.faces[few].astype(np.float64) - face, axis=1)
        best = int(np.argmin(distances))
        return self.ids[few[best]] if distances[best] <= bound else None


def made_people(random: np.random.Generator, count: int) -> People:
    """Make people; every tenth is a double of the one before."""
    faces = strangers(random, count)
    doubled = faces[8::10][: len(faces[9::10])]
    faces[9::10] = doubled + DOUBLES_APART * directions(random, len(doubled))
    return People(
        ids=[uuid4() for _ in range(count)], faces=faces, squares=np.square(faces).sum(axis=1)
    )


def strangers(random: np.random.Generator, count: int) -> Faces:
    """Make faces of people who do not resemble each other on purpose."""
    faces: Faces = (MIDDLE + SPREAD * _drawn(random, count)).astype(np.float32)
    return faces


def seen_again(random: np.random.Generator, faces: Faces) -> Faces:
    """Make another picture of each person."""
    apart = random.uniform(*SAME_PERSON, size=(len(faces), 1))
    again: Faces = (faces + apart * directions(random, len(faces))).astype(np.float32)
    return again


def directions(random: np.random.Generator, count: int) -> Faces:
    """Return steps of length 1 in the directions in which faces differ."""
    drawn = _drawn(random, count)
    scaled: Faces = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return scaled


def _drawn(random: np.random.Generator, count: int) -> Faces:
    variances = np.arange(1, SIZE + 1) ** -0.9
    scales = np.sqrt(variances / variances.sum()).astype(np.float32)
    drawn: Faces = random.standard_normal((count, SIZE), np.float32) * scales
    return drawn
