"""Sketches of faces: few numbers that say which of many people may be near a face.

A sketch keeps a face's place along the 48 directions in which the faces of its space differ most,
and how far the face is from there in the others. The distance of two sketches is never larger than
that of the faces: whoever is left out by it is further away. On faces as dlib's the nearest person
is among the nearest 83 of a million.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Numbers = NDArray[np.int64]

DIRECTIONS = 48
BYTES_A_FACE = 4 * (DIRECTIONS + 2) + 8
ROUNDING = 1e-3  # of distances of sketches
ROOM = 1.1  # for faces that come later


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """Numbers of faces, in no order; no other face is nearer than `beyond`."""

    numbers: list[int]
    beyond: float


class Sketches:
    """The sketches of a space's faces, each with its row's number; one thread adds, many search."""

    def __init__(self, sample: Matrix, room: int) -> None:
        """Choose the directions by a sample of the faces (count, dimension); reserve room."""
        self._middle = sample.mean(axis=0)
        spread = np.cov(sample - self._middle, rowvar=False)
        self._axes: Matrix = np.linalg.eigh(spread)[1][:, -DIRECTIONS:].astype(np.float32)
        self._count = 0
        self._reserve(max(1, round(room * ROOM)))

    def add(self, numbers: Sequence[int], faces: Matrix) -> None:
        """Add faces (count, dimension); `numbers` grow from call to call."""
        total = self._count + len(numbers)
        if total > len(self._numbers):
            self._reserve(round(total * ROOM))
        added = slice(self._count, total)
        self._numbers[added] = numbers
        self._sketches[added] = self._drawn(faces)
        self._squares[added] = np.square(self._sketches[added]).sum(axis=1)
        self._count = total  # last: from now on they are found

    @property
    def last_number(self) -> int:
        """The number of the last face; 0: there is none."""
        return int(self._numbers[self._count - 1]) if self._count else 0

    def nearest(self, face: Matrix, count: int, bound: float) -> Proposed:
        """Return up to `count` faces within the bound: those whose sketches are nearest.

        `beyond` is infinite if no other sketch is within the bound: then no other face is.
        """
        known = self._count
        numbers, sketches, squares = self._numbers, self._sketches, self._squares
        [drawn] = self._drawn(face[None])
        # Squares of distances, without the square of `drawn`.
        distances = sketches[:known] @ drawn
        distances *= -2
        distances += squares[:known]
        own = float(np.square(drawn).sum())
        near, beyond = np.flatnonzero(distances <= (bound + ROUNDING) ** 2 - own), inf
        if len(near) > count:
            order = np.argpartition(distances[near], count)
            beyond = sqrt(max(0.0, float(distances[near[order[count]]]) + own)) - ROUNDING
            near = near[order[:count]]
        return Proposed(numbers=list(map(int, numbers[near])), beyond=beyond)

    def _drawn(self, faces: Matrix) -> Matrix:
        """Return sketches: the places along the directions, and the distance from there."""
        around = faces - self._middle
        along = around @ self._axes
        left = np.square(around).sum(axis=1) - np.square(along).sum(axis=1)
        drawn: Matrix = np.column_stack([along, np.sqrt(np.maximum(left, 0))])
        return drawn

    def _reserve(self, room: int) -> None:
        """Make room in new arrays: another thread may still search in the old ones."""
        kept = slice(0, self._count)
        numbers, sketches = np.zeros(room, np.int64), np.zeros((room, DIRECTIONS + 1), np.float32)
        squares = np.zeros(room, np.float32)
        if self._count:
            numbers[kept], sketches[kept] = self._numbers[kept], self._sketches[kept]
            squares[kept] = self._squares[kept]
        self._numbers: Numbers = numbers
        self._sketches: Matrix = sketches
        self._squares: Matrix = squares
