"""Sketches of faces: few numbers that say which of many people may be near a face.

A sketch keeps a face's place along the 48 directions in which the faces of its space differ most,
and how far the face is from there in the others. The distance of two sketches is never larger than
that of the faces: a person left out by it is further away.

Places are kept as whole numbers of one byte, with how far they are from the true ones: so much is
taken off the distance. The first few directions are kept as floats too. They rule out most people
with one product of a matrix and a vector.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.gallery.columns import Columns, Geometry, Matrix

DIRECTIONS = 48
FIRST = 20  # of these, as floats
BYTES_A_FACE = 8 + 4 * (FIRST + 1) + (DIRECTIONS + 1) + 4
ROUNDING = 1e-3  # of distances of sketches
ROOM = 1.1  # for faces that come later
BLOCK = 20_000  # rows whose distances stay in the processor's cache
WIDEST = 1.3  # times the furthest place of the sample still fits into a byte


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """Numbers of faces, nearest sketches first; no other face is nearer than `beyond`."""

    numbers: list[int]
    beyond: float


def geometry_of(sample: Matrix) -> Geometry:
    """Choose the directions by a sample of the faces, a row each."""
    middle = sample.mean(axis=0)
    spread = np.atleast_2d(np.cov(sample - middle, rowvar=False))
    axes = np.linalg.eigh(spread)[1][:, ::-1][:, :DIRECTIONS].astype(np.float32)
    furthest = np.abs(_drawn(sample, middle, axes)).max(axis=0)
    steps = np.maximum(furthest * WIDEST / 127, 1e-6).astype(np.float32)
    return Geometry(middle=middle, axes=np.ascontiguousarray(axes), steps=steps)


def room_for(people: int) -> int:
    """Return for how many faces to reserve room."""
    return max(1, round(people * ROOM))


class Sketches:
    """The sketches of a space's faces, each with its row's number; one thread adds, many search."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns

    @property
    def last_number(self) -> int:
        """The number of the last face; 0: there is none."""
        columns = self.columns
        return int(columns.numbers[columns.count - 1]) if columns.count else 0

    def add(self, numbers: Sequence[int], faces: Matrix) -> None:
        """Add faces, a row each, for which there is room; `numbers` grow from call to call."""
        columns = self.columns
        added = slice(columns.count, columns.count + len(numbers))
        drawn = self._drawn(faces)
        columns.numbers[added] = numbers
        columns.codes[added], columns.errors[added] = self._coded(drawn)
        first = drawn[:, : len(columns.first) - 1]
        columns.first[:-1, added] = first.T
        columns.first[-1, added] = np.square(first).sum(axis=1)
        columns.count += len(numbers)  # last: from now on they are found

    def wipe(self, numbers: Sequence[int]) -> None:
        """Overwrite the sketches of deleted faces; they are found no longer."""
        columns = self.columns
        known = columns.numbers[: columns.count]
        places = np.searchsorted(known, numbers)
        inside = places < len(known)
        places = places[inside]
        rows = places[known[places] == np.array(numbers, np.int64)[inside]]
        columns.first[:, rows], columns.codes[rows], columns.errors[rows] = 0, 0, 0
        columns.first[-1, rows] = inf

    def live_numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the faces that are not wiped."""
        columns = self.columns
        there = np.isfinite(columns.first[-1, : columns.count])
        live: NDArray[np.int64] = columns.numbers[: columns.count][there]
        return live

    def agree(self, numbers: Sequence[int], faces: Matrix) -> bool:
        """Return whether the sketches of these numbers are those of the faces."""
        columns = self.columns
        known = columns.numbers[: columns.count]
        places = np.searchsorted(known, numbers)
        if len(numbers) and places.max() >= len(known):
            return False
        codes, _ = self._coded(self._drawn(faces))
        near = np.abs(columns.codes[places].astype(int) - codes) <= 1
        return bool((known[places] == numbers).all() and near.all())

    def nearest(self, face: Matrix, count: int, bound: float) -> Proposed:
        """Return up to `count` faces within the bound: those whose sketches are nearest.

        `beyond` is infinite if no other sketch is within the bound: then no other face is.
        """
        columns = self.columns
        [drawn] = self._drawn(face[None])
        rows = _not_ruled_out(columns, drawn, bound)
        places = columns.codes[rows] * columns.geometry.steps
        distances = np.sqrt(np.square(places - drawn).sum(axis=1)) - columns.errors[rows]
        within = np.flatnonzero(distances <= bound + ROUNDING)
        order = within[np.argsort(distances[within])]
        beyond = float(distances[order[count]]) - ROUNDING if len(order) > count else inf
        numbers = columns.numbers[rows[order[:count]]]
        return Proposed(numbers=numbers.tolist(), beyond=max(0.0, beyond))

    def _drawn(self, faces: Matrix) -> Matrix:
        geometry = self.columns.geometry
        return _drawn(faces, geometry.middle, geometry.axes)

    def _coded(self, drawn: Matrix) -> tuple[NDArray[np.int8], Matrix]:
        """Return the bytes, and how far they are from the sketches, rounded up."""
        steps = self.columns.geometry.steps
        codes = np.clip(np.rint(drawn / steps), -127, 127).astype(np.int8)
        errors = np.linalg.norm(drawn - codes * steps, axis=1)
        return codes, (errors * (1 + 1e-5) + 1e-6).astype(np.float32)


def _not_ruled_out(columns: Columns, drawn: Matrix, bound: float) -> NDArray[np.int64]:
    """Return the rows that are within the bound along the first directions."""
    width = len(columns.first) - 1
    asked = np.append(-2 * drawn[:width], 1).astype(np.float32)
    own = float(np.square(drawn[:width]).sum())
    # Squares of distances, without the square of `drawn`.
    most = (bound + ROUNDING) ** 2 - own + 1e-5 * own
    first = columns.first[:, : columns.count]
    rows = [
        start + np.flatnonzero(asked @ first[:, start : start + BLOCK] <= most)
        for start in range(0, columns.count, BLOCK)
    ]
    return np.concatenate(rows) if rows else np.empty(0, np.int64)


def _drawn(faces: Matrix, middle: Matrix, axes: Matrix) -> Matrix:
    """Return sketches: the places along the directions, and the distance from there."""
    around = faces - middle
    along = around @ axes
    left = np.square(around).sum(axis=1) - np.square(along).sum(axis=1)
    drawn: Matrix = np.column_stack([along, np.sqrt(np.maximum(left, 0))]).astype(np.float32)
    return drawn
