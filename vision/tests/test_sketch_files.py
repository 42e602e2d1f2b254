"""Large spaces are searched by sketches…"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path

import numpy as np
import pytest

from vision.faces.face_model import Embedding
from vision.gallery.columns import Columns
from vision.gallery.gallery import Gallery
from vision.gallery.large_spaces import LargeSpaces
from vision.gallery.sketches import DIRECTIONS, FIRST, Proposed, Sketches, geometry_of
from vision.tests.test_gallery import ANY_STRANGER, faces
from vision.tests.test_large_spaces import EXACTLY, LARGE, PEOPLE, filled, forbid, person_of, url

__all__ = ["forbid", "url"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sketches"


@pytest.fixture
def opened(url: str, folder: Path) -> Iterator[Callable[[], Gallery]]:
    """Start servers of one machine; each is prepared."""
    galleries: list[Gallery] = []

    def start() -> Gallery:
        galleries.append(Gallery(url, large_space=LARGE, false_match=ANY_STRANGER, sketches=folder))
        galleries[-1].prepare_large_spaces()
        return galleries[-1]

    yield start
    for each in galleries:
        each.close()


@pytest.fixture
def never_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make reading a whole space fail from now on."""

    def fail(*_: object) -> None:
        raise AssertionError

    return lambda: monkeypatch.setattr(LargeSpaces, "_read", fail)


def prepared(opened: Callable[[], Gallery]) -> tuple[Gallery, list[Embedding]]:
    """Start a server whose large space has its sketches; return it with the faces."""
    gallery = opened()
    embeddings = filled(gallery)
    gallery.prepare_large_spaces()
    return gallery, embeddings


def kept(gallery: Gallery) -> Sketches:
    [known] = gallery._large_spaces._spaces.values()
    return known.sketches


def test_from_their_file_after_a_restart_one_for_each_server(opened, folder, forbid, never_read):
    first, embeddings = prepared(opened)

    second = opened()

    forbid(EXACTLY)
    assert len(list(folder.glob("*.sketches"))) == 2
    assert None not in [*first.known("race", embeddings), *second.known("race", embeddings)]
    first.close()
    never_read()
    assert None not in opened().known("race", embeddings)


@pytest.mark.parametrize("place", [0, 100, 5000, 60_000, -3000, None])
def test_made_anew_where_their_file_is_damaged(opened, folder, forbid, place):
    first, embeddings = prepared(opened)
    first.close()
    [path] = folder.glob("*.sketches")
    content = bytearray(path.read_bytes())
    if place is None:
        content = content[: len(content) // 2]
    else:
        content[place : place + 2500] = b"\x55" * len(content[place : place + 2500])
    path.write_bytes(content)

    second = opened()

    forbid(EXACTLY)
    assert None not in second.known("race", embeddings)


def test_without_those_whom_another_server_deleted_whose_sketches_are_wiped(opened, forbid, folder):
    first, embeddings = prepared(opened)
    second = opened()
    person = person_of(second, embeddings[7])
    code = kept(first).columns.codes[7].tobytes()
    assert all(code in path.read_bytes() for path in folder.glob("*.sketches"))

    assert person is not None
    second.delete_person("race", person)

    forbid(EXACTLY)
    assert person_of(first, embeddings[7]) is None
    assert person_of(second, embeddings[7]) is None
    assert None not in first.known("race", embeddings[8:])
    assert not any(code in path.read_bytes() for path in folder.glob("*.sketches"))


def test_without_those_deleted_while_no_server_ran(url, opened, never_read, forbid):
    first, embeddings = prepared(opened)
    person = person_of(first, embeddings[0])
    first.close()
    with Gallery(url, large_space=LARGE) as other:
        assert person is not None
        other.delete_person("race", person)
    never_read()

    second = opened()

    forbid(EXACTLY)
    assert person_of(second, embeddings[0]) is None
    assert not kept(second).columns.codes[0].any()


def test_whose_file_goes_with_the_space_or_when_its_server_runs_no_longer(opened, folder):
    first, _ = prepared(opened)
    opened().close()
    paths = sorted(folder.glob("*.sketches"))
    for path in paths:
        os.utime(path, (0, 0))

    first.prepare_large_spaces()
    assert sorted(folder.glob("*.sketches")) == paths[:1]

    second = opened()
    first.delete_space("race")
    second.prepare_large_spaces()
    assert not list(folder.glob("*.sketches"))


def test_while_others_add(opened, forbid):
    gallery, embeddings = prepared(opened)
    forbid(EXACTLY)
    late = faces(60, seed=5)

    with ThreadPoolExecutor(4) as pool:
        added = pool.map(lambda face: gallery.known_or_new("race", [face])[0].is_new, late)
        found = pool.map(lambda face: person_of(gallery, face), embeddings)
        assert all(added)
        assert None not in list(found)

    assert None not in gallery.known("race", late)


def sketched(known: np.ndarray) -> Sketches:
    sketches = Sketches(Columns.made(geometry_of(np.array(faces(PEOPLE))), FIRST, len(known), None))
    sketches.add(range(1, len(known) + 1), known)
    return sketches


@pytest.mark.parametrize("times", [0.0, 1.0, 3.0, 100.0])
def test_of_faces_are_never_further_apart_than_the_faces(times):
    known = np.array(faces(60)) * np.float32(times)
    sketches = sketched(known)
    columns = sketches.columns

    drawn = sketches._drawn(known)

    places = columns.codes[: len(known)] * columns.geometry.steps
    apart = np.linalg.norm(drawn[:, None] - places, axis=2) - columns.errors[: len(known)]
    room = 1e-4 * max(1.0, times)
    assert (apart <= np.linalg.norm(known[:, None] - known, axis=2) + room).all()
    assert columns.codes.shape[1] == DIRECTIONS + 1


def test_of_faces_leave_out_no_face_within_the_bound():
    known = np.array(faces(PEOPLE))
    sketches = sketched(known)

    for face in known[:20]:
        apart = np.linalg.norm(known - face, axis=1)
        proposed = sketches.nearest(face, PEOPLE, float(np.sort(apart)[5]))
        assert {int(row) + 1 for row in np.argsort(apart)[:6]} <= set(proposed.numbers)
    assert sketches.nearest(known[7], 1, 0.3).numbers == [8]
    assert sketches.nearest(known[7] + 9, 1, 0.5) == Proposed(numbers=[], beyond=inf)
    assert sketches.last_number == PEOPLE
