"""Large spaces that move to another model are searched by sketches…"""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import numpy as np
import psycopg
import pytest

from vision.faces.face_model import DLIB, Embedding, FaceModel, Strangers
from vision.gallery import search
from vision.gallery.gallery import Gallery
from vision.gallery.schema import set_search_path
from vision.gallery.sketches import DIRECTIONS
from vision.gallery.versions import SNAPSHOT
from vision.tests.test_gallery import ANY_STRANGER, faces
from vision.tests.test_large_spaces import EXACTLY, LARGE, PEOPLE, filled, forbid, person_of, url
from vision.tests.test_sketch_files import folder, kept, opened

pytestmark = pytest.mark.process

__all__ = ["folder", "forbid", "opened", "url"]


SHORTER = replace(DLIB, name="shorter", digest="d" * 64, dimension=40)
ANYBODY = Strangers(near=1000.0, share=0.5, step=0.001)  # the bound is the largest distance


def moving(url: str, folder: Path | None, model: FaceModel) -> tuple[Gallery, list[UUID]]:
    """Start a server whose large space moves to another model, and has everybody in both."""
    gallery = Gallery(
        url, others=[model], large_space=LARGE, false_match=ANY_STRANGER, sketches=folder
    )
    found = gallery.known_or_new("race", faces(PEOPLE))
    people = [each.person_id for each in found]
    move = gallery.move("race", model)
    move.begin()
    move.add(dict(zip(people, by_model(model), strict=True)))
    gallery.prepare_large_spaces()
    return gallery, people


def by_model(model: FaceModel) -> list[Embedding]:
    drawn = np.random.default_rng(8).normal(size=(PEOPLE, model.dimension))
    return list(drawn.astype(np.float32))


def test_of_both_versions_of_a_space_that_moves_without_who_is_erased(url, folder):
    gallery, people = moving(url, folder, SHORTER)
    with gallery:
        both = [known.sketches.columns for known in gallery._large_spaces._spaces.values()]
        codes = [columns.codes[7].tobytes() for columns in both]
        paths = list(folder.glob("*.sketches"))
        assert all(any(code in path.read_bytes() for path in paths) for code in codes)

        gallery.delete_person("race", people[7])
        gallery.prepare_large_spaces()

        assert [len(code) for code in codes] == [DIRECTIONS + 1, SHORTER.dimension + 1]
        assert not any(code in path.read_bytes() for path in paths for code in codes)
        assert sorted(folder.glob("*.sketches")) == sorted(paths)
        assert all(np.isfinite(columns.first[-1, :PEOPLE]).sum() == PEOPLE - 1 for columns in both)


def test_of_both_versions_until_all_were_deleted(url, folder):
    gallery, _ = moving(url, folder, SHORTER)
    with gallery:
        gallery.delete_space("race")

        assert not list(folder.glob("*.sketches"))
        with psycopg.connect(url) as connection:
            query = "SELECT count(*) FROM vision.deleted_persons"
            assert connection.execute(query).fetchone() == (0,)


@pytest.mark.parametrize("dimension", [2, 40, 64, 512])
def test_of_another_model_as_brute_force_would(url, folder, forbid, monkeypatch, dimension):
    largest = 0.9 * dimension**0.5
    model = replace(SHORTER, dimension=dimension, largest=largest, strangers=ANYBODY)
    gallery, people = moving(url, folder, model)
    with gallery:
        assert gallery.move("race", model).finish() == set()
        forbid(EXACTLY)
        monkeypatch.setattr(search, "PROPOSED", 20)
        known = np.array(by_model(model))
        asked = known + np.random.default_rng(9).normal(size=known.shape) * 0.5

        found = [
            gallery.known("race", [face], others=[{model.digest: other}])[0]
            for face, other in zip(faces(PEOPLE), asked.astype(np.float32), strict=True)
        ]

        apart = np.linalg.norm(known - asked[:, None], axis=2)
        assert [each and each.person_id for each in found] == [
            people[row.argmin()] if row.min() <= largest else None for row in apart
        ]


def test_of_an_old_version_until_that_is_deleted(url, folder):
    gallery, _ = moving(url, folder, SHORTER)
    with gallery:
        paths = set(folder.glob("*.sketches"))
        move = gallery.move("race", SHORTER)
        assert move.finish() == set()

        move.delete_old()

        assert len(paths) == 2
        assert len(paths & set(folder.glob("*.sketches"))) == 1
        assert kept(gallery).columns.shape.size == SHORTER.dimension


def test_but_a_search_that_began_before_an_erasure_does_not_bring_back_the_sketch(
    url, opened, forbid
):
    gallery = opened()
    embeddings = filled(gallery)
    gallery.prepare_large_spaces()
    [late] = faces(1, seed=9)
    [person] = gallery.known_or_new("race", [late])
    with psycopg.connect(url) as connection:
        set_search_path(connection)
        connection.execute(SNAPSHOT)
        connection.execute("SELECT 1 FROM vision.spaces")
        gallery.delete_person("race", person.person_id)
        assert person_of(gallery, embeddings[0]) is not None

        assert gallery._large_spaces.up_to_date(connection, "race") is None

    forbid(EXACTLY)
    assert None not in gallery.known("race", embeddings)
    assert kept(gallery).columns.numbers[kept(gallery).columns.count - 1] == PEOPLE
