"""Large spaces of the gallery are searched by sketches…"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import UUID

import numpy as np
import psycopg
import pytest

from vision.faces.face_model import DLIB, Embedding
from vision.gallery import search
from vision.gallery.gallery import Gallery
from vision.gallery.search import VectorSearch
from vision.gallery.sketches import BYTES_A_FACE
from vision.tests.test_gallery import ANY_STRANGER, OFFERED, faces, moved

LARGE = 30
PEOPLE = 200


@pytest.fixture
def url(empty_database_url: str) -> str:
    with psycopg.connect(empty_database_url) as connection:
        if not connection.execute(OFFERED).fetchone():
            pytest.skip("the PostgreSQL of DATABASE_URL does not offer the extension vector")
    return empty_database_url


@pytest.fixture
def gallery(url: str) -> Iterator[Gallery]:
    with Gallery(url, large_space=LARGE, false_match=ANY_STRANGER) as opened:
        yield opened


EXACTLY, BY_SKETCHES = "_query", "_proposed_query"


@pytest.fixture
def forbid(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make one of the two queries fail from now on."""
    return lambda query: monkeypatch.setattr(VectorSearch, query, "SELECT 'forbidden'::int")


def filled(gallery: Gallery, people: int = PEOPLE, space: str = "race") -> list[Embedding]:
    """Add strangers, all at once: one by one they take most of the time of these tests."""
    embeddings = faces(people)
    assert all(each.is_new for each in gallery.known_or_new(space, embeddings))
    return embeddings


def person_of(gallery: Gallery, face: Embedding) -> UUID | None:
    [found] = gallery.known("race", [face])
    return found.person_id if found else None


def test_as_brute_force_would(gallery, forbid, monkeypatch):
    embeddings = filled(gallery)
    people = [person_of(gallery, face) for face in embeddings]
    asked = [moved(face, 0.45) for face in embeddings[:60]] + faces(20, seed=2)
    gallery.prepare_large_spaces()
    forbid(EXACTLY)
    monkeypatch.setattr(search, "PROPOSED", 20)

    found = [person_of(gallery, face) for face in asked]

    distances = np.linalg.norm(np.array(embeddings) - np.array(asked)[:, None], axis=2)
    nearest = [people[row.argmin()] if row.min() <= 0.5 else None for row in distances]
    assert found == nearest


def test_even_where_the_first_they_propose_do_not_have_the_nearest(gallery, monkeypatch):
    embeddings = filled(gallery)
    people = [person_of(gallery, face) for face in embeddings]
    gallery.prepare_large_spaces()
    [known] = gallery._large_spaces._spaces.values()
    monkeypatch.setattr(search, "PROPOSED", 1)
    monkeypatch.setattr(search, "MORE", 2)
    # Directions in which the faces do not differ: the sketches do not tell them apart.
    columns = known.sketches.columns
    columns.geometry.axes[:] = 0
    columns.first[:, :PEOPLE], columns.codes[:PEOPLE], columns.errors[:PEOPLE] = 0, 0, 10

    found = [person_of(gallery, moved(face, 0.2)) for face in embeddings[:20]]

    assert found == people[:20]


@pytest.mark.parametrize(
    ("people", "room"), [(LARGE, LARGE * BYTES_A_FACE), (LARGE + 1, (LARGE + 1) * BYTES_A_FACE - 1)]
)
def test_and_small_ones_exactly_and_those_beyond_the_memory_for_them(url, forbid, people, room):
    forbid(BY_SKETCHES)
    with Gallery(url, large_space=LARGE, sketch_bytes=room) as gallery:
        embeddings = filled(gallery, people)
        gallery.prepare_large_spaces()

        assert person_of(gallery, embeddings[0]) is not None


def test_and_first_those_that_are_searched_not_what_a_move_fills(url):
    other = replace(DLIB, name="other", digest="b" * 64)
    room = round(1.5 * (LARGE + 1)) * BYTES_A_FACE
    with Gallery(url, others=[other], large_space=LARGE, sketch_bytes=room) as gallery:
        embeddings = filled(gallery, LARGE + 1)
        move = gallery.move("race", other)
        move.begin()
        people = gallery.known("race", embeddings)
        move.add({one.person_id: face for one, face in zip(people, embeddings, strict=True) if one})

        gallery.prepare_large_spaces()
        assert list(gallery._large_spaces._spaces) == ["race"]

        assert move.finish() == set()
        gallery.prepare_large_spaces()
        [following] = gallery._large_spaces._spaces
        assert following.startswith("race@")


def test_with_those_who_came_after_they_were_read(gallery, forbid):
    filled(gallery)
    gallery.prepare_large_spaces()
    forbid(EXACTLY)
    [late] = faces(1, seed=9)

    [new] = gallery.known_or_new("race", [late])
    [again] = gallery.known_or_new("race", [moved(late, 0.2)])

    assert new.is_new
    assert again.person_id == new.person_id


def test_without_those_who_were_deleted(gallery):
    embeddings = filled(gallery)
    gallery.prepare_large_spaces()
    person = person_of(gallery, embeddings[0])
    assert person is not None

    assert gallery.delete_person("race", person)

    assert person_of(gallery, embeddings[0]) is None


def test_until_all_were_deleted(gallery, forbid):
    embeddings = filled(gallery)
    gallery.prepare_large_spaces()
    gallery.delete_space("race")
    forbid(BY_SKETCHES)

    [new] = gallery.known_or_new("race", embeddings[:1])

    assert person_of(gallery, embeddings[0]) == new.person_id
    gallery.prepare_large_spaces()
    assert person_of(gallery, embeddings[0]) == new.person_id


def test_also_for_each_face_of_a_group_photo(gallery):
    embeddings = filled(gallery)
    gallery.prepare_large_spaces()

    found = gallery.known("race", embeddings[:50])

    assert len({person.person_id for person in found if person}) == 50
