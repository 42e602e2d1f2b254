from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import uuid4

import numpy as np
import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.errors import InsufficientPrivilege

from vision.faces.face_model import DLIB, Embedding
from vision.gallery.gallery import Gallery
from vision.gallery.schema import make_tables, tables
from vision.gallery.search import CopySearch, VectorSearch

LONGER = replace(DLIB, name="longer", digest="a" * 64, dimension=256)
ANY_STRANGER = 0.999999  # may be taken for a person: the bound is the largest distance
ROLE = "vision_alone"
OFFERED = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"


@pytest.fixture(params=[VectorSearch, CopySearch])
def url(request: pytest.FixtureRequest, empty_database_url: str) -> str:
    """Prepare a database with pgvector's type, and one without."""
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        if request.param is CopySearch:
            connection.execute(tables("real[]"))
        elif not connection.execute(OFFERED).fetchone():
            pytest.skip("the PostgreSQL of DATABASE_URL does not offer the extension vector")
    return empty_database_url


@pytest.fixture
def gallery(url: str) -> Iterator[Gallery]:
    with Gallery(url, false_match=ANY_STRANGER) as opened:
        yield opened


def faces(count: int, *, seed: int = 1) -> list[Embedding]:
    """Make embeddings about as long and as distant as dlib's."""
    drawn = np.random.default_rng(seed).normal(size=(count, 128))
    return list((1.4 * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32))


def moved(face: Embedding, distance: float) -> Embedding:
    step = np.zeros(128, np.float32)
    step[0] = distance
    return face + step


def test_finds_a_person_by_a_near_face_and_takes_one_too_far_away_for_another(gallery):
    [face] = faces(1)
    [new] = gallery.known_or_new("race", [face])

    [known] = gallery.known_or_new("race", [moved(face, 0.4)])
    [other] = gallery.known_or_new("race", [moved(face, 0.51)])

    assert (new.is_new, new.confidence) == (True, 1.0)
    assert (known.is_new, known.person_id) == (False, new.person_id)
    assert known.confidence == pytest.approx(0.6, abs=0.01)
    assert other.person_id != new.person_id


def test_leaves_unknown_faces_and_those_of_other_spaces_out_where_no_person_may_be_added(gallery):
    known, unknown = faces(2)
    [person] = gallery.known_or_new("race", [known])

    found = gallery.known("race", [unknown, known])

    assert [face and face.person_id for face in found] == [None, person.person_id]
    assert gallery.known("race", [unknown]) == [None]
    assert gallery.known("other", [unknown, known]) == [None, None]


def test_does_not_take_two_faces_of_one_photo_for_one_person(gallery):
    [face] = faces(1)
    twin = moved(face, 0.2)

    first = gallery.known_or_new("race", [face, twin], image_id="a")
    again = gallery.known_or_new("race", [face, twin], image_id="a")

    assert len({person.person_id for person in first}) == 2
    assert [person.person_id for person in again] == [person.person_id for person in first]
    assert not any(person.is_new for person in again)


def test_makes_one_person_of_many_photos_of_a_new_face_at_once(url):
    [face] = faces(1)
    with Gallery(url) as one, Gallery(url) as two, ThreadPoolExecutor(8) as pool:
        asked = [
            pool.submit((one, two)[index % 2].known_or_new, "race", [face]) for index in range(16)
        ]
        people = [future.result()[0] for future in asked]

    assert len({person.person_id for person in people}) == 1
    assert sum(person.is_new for person in people) == 1


def test_forgets_a_person_also_where_another_process_has_seen_them(url):
    embeddings = faces(2)
    with Gallery(url) as one, Gallery(url) as two:
        kept, deleted = one.known_or_new("race", embeddings)
        two.known("race", embeddings)

        assert one.delete_person("race", deleted.person_id)

        found = two.known("race", embeddings)
        assert [face and face.person_id for face in found] == [kept.person_id, None]
        assert not one.delete_person("race", uuid4())


def test_forgets_a_space(gallery):
    embeddings = faces(2)
    gallery.known_or_new("race", embeddings)
    [other] = gallery.known_or_new("other", embeddings[:1])

    assert gallery.delete_space("race")

    assert gallery.known("race", embeddings) == [None, None]
    [known] = gallery.known("other", embeddings[:1])
    assert known is not None
    assert known.person_id == other.person_id
    assert not gallery.delete_space("race")


def test_knows_all_people_after_a_restart(url):
    embeddings = faces(5)
    with Gallery(url) as gallery:
        people = gallery.known_or_new("race", embeddings)

    with Gallery(url) as gallery:
        again = gallery.known_or_new("race", embeddings)

    assert [person.person_id for person in again] == [person.person_id for person in people]


def test_needs_no_right_but_on_its_own_schema(empty_database_url: str):
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD 'r'")
        try:
            connection.execute(f"CREATE SCHEMA vision AUTHORIZATION {ROLE}")
            connection.execute("CREATE TABLE others (name text)")
            url = make_conninfo(empty_database_url, user=ROLE, password="r")
            with Gallery(url) as gallery:
                [person] = gallery.known_or_new("race", faces(1))
                [known] = gallery.known_or_new("race", faces(1))
            assert known.person_id == person.person_id
            with psycopg.connect(url) as own, pytest.raises(InsufficientPrivilege):
                own.execute("SELECT * FROM others")
        finally:
            connection.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")


def test_starts_while_others_add_people(url):
    Gallery(url).close()
    with psycopg.connect(url) as adding:
        adding.execute("LOCK TABLE vision.spaces, vision.persons IN ROW EXCLUSIVE MODE")

        with psycopg.connect(url, options="-c lock_timeout=2s") as starting:
            make_tables(starting)


@pytest.mark.parametrize(
    "lacking",
    [
        "ALTER TABLE vision.spaces DROP version_of, DROP state, DROP model, DROP digest;",
        "DROP TABLE vision.deleted_persons;",
    ],
)
def test_goes_on_with_the_people_of_an_earlier_version(url, lacking):
    with Gallery(url, false_match=ANY_STRANGER) as gallery:
        [person] = gallery.known_or_new("race", faces(1))
        is_vector = gallery.search_name == "VectorSearch"
    with psycopg.connect(url) as connection:
        make_earlier = (
            "ALTER TABLE vision.persons DROP CONSTRAINT persons_pkey, ADD PRIMARY KEY (id)"
        )
        connection.execute(lacking + make_earlier)
        if is_vector:
            kind = "ALTER TABLE vision.persons ALTER embedding TYPE vector(128)"
            connection.execute(kind)

    with Gallery(url, others=[LONGER], false_match=ANY_STRANGER) as gallery:
        move = gallery.move("race", LONGER)
        move.begin()
        move.add({person.person_id: np.ones(LONGER.dimension, np.float32)})

        assert move.finish() == set()
        assert gallery.delete_person("race", person.person_id)


def test_answers_as_brute_force_does(gallery):
    embeddings = faces(300)
    people = [gallery.known_or_new("race", [face])[0].person_id for face in embeddings]
    asked = [moved(face, 0.3) for face in embeddings[:60]] + faces(20, seed=2)

    found = [gallery.known("race", [face])[0] for face in asked]

    distances = np.linalg.norm(np.array(embeddings) - np.array(asked)[:, None], axis=2)
    nearest = [people[row.argmin()] if row.min() <= 0.5 else None for row in distances]
    assert [person and person.person_id for person in found] == nearest
