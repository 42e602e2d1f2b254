"""Sketches of faces…"""

from math import inf

import numpy as np
import pytest

from vision.gallery.columns import Columns
from vision.gallery.sketches import DIRECTIONS, FIRST, Proposed, Sketches, geometry_of
from vision.tests.test_gallery import faces
from vision.tests.test_large_spaces import PEOPLE


def sketched(known: np.ndarray) -> Sketches:
    sketches = Sketches(Columns.made(geometry_of(np.array(faces(PEOPLE))), FIRST, len(known), None))
    sketches.add(range(1, len(known) + 1), known)
    return sketches


@pytest.mark.parametrize("times", [0.0, 1.0, 3.0, 100.0])
def test_are_never_further_apart_than_the_faces(times):
    known = np.array(faces(60)) * np.float32(times)
    sketches = sketched(known)
    columns = sketches.columns

    drawn = sketches._drawn(known)

    places = columns.codes[: len(known)] * columns.geometry.steps
    apart = np.linalg.norm(drawn[:, None] - places, axis=2) - columns.errors[: len(known)]
    room = 1e-4 * max(1.0, times)
    assert (apart <= np.linalg.norm(known[:, None] - known, axis=2) + room).all()
    assert columns.codes.shape[1] == DIRECTIONS + 1


def test_leave_out_no_face_within_the_bound():
    known = np.array(faces(PEOPLE))
    sketches = sketched(known)

    for face in known[:20]:
        apart = np.linalg.norm(known - face, axis=1)
        proposed = sketches.nearest(face, PEOPLE, float(np.sort(apart)[5]))
        assert {int(row) + 1 for row in np.argsort(apart)[:6]} <= set(proposed.numbers)
    assert sketches.nearest(known[7], 1, 0.3).numbers == [8]
    assert sketches.nearest(known[7] + 9, 1, 0.5) == Proposed(numbers=[], beyond=inf)
    assert sketches.last_number == PEOPLE
