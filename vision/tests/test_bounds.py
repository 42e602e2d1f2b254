"""How near a face must be to be known…"""

from dataclasses import replace
from itertools import pairwise
from uuid import uuid4

import numpy as np
import pytest

from vision.faces.face_model import Strangers
from vision.gallery.gallery import Gallery
from vision.gallery.matching import MOST_POSSIBLE, Identified, Possible, bounds_of
from vision.recognising import possible_as_json
from vision.tests.test_gallery import faces, moved, url

__all__ = ["url"]  # a fixture
WIDE = Strangers(near=0.5, share=0.01, step=0.05)


def test_is_less_the_more_people_a_space_has():
    known = [bounds_of(people).known for people in (1, 100, 1_000, 10_000, 1_000_000)]

    assert all(more > less for more, less in pairwise(known))


def test_is_where_strangers_are_as_rare_as_asked():
    bounds = bounds_of(1_000, false_match=0.01, strangers=WIDE)

    assert WIDE.taken(bounds.known, 1_000) == pytest.approx(0.01)
    assert WIDE.probability(0.45) == pytest.approx(0.01 / np.e)


def test_is_never_more_than_the_largest_distance():
    few = bounds_of(0, largest=0.45, false_match=0.5)

    assert (few.known, few.possible) == (0.45, 0.45)


def test_is_at_a_confidence_of_a_half():
    bounds = bounds_of(10_000)

    assert bounds.confidence(0.0) == 1.0
    assert bounds.confidence(bounds.known) == pytest.approx(0.5)
    assert 0 < bounds.confidence(bounds.possible) < 0.5


def test_makes_a_face_beyond_it_a_new_person_that_may_be_the_known_one(url):
    [face, *others] = faces(1_000)
    with Gallery(url) as gallery:
        [person] = gallery.known_or_new("race", [face])
        gallery.known_or_new("race", others)
        bounds = bounds_of(1_000)

        [known] = gallery.known_or_new("race", [moved(face, bounds.known - 0.01)])
        [new] = gallery.known_or_new("race", [moved(face, bounds.known + 0.01)])
        [searched] = gallery.known("race", [moved(face, -bounds.known - 0.01)])
        [far] = gallery.known_or_new("race", [moved(face, -bounds.possible - 0.01)])

    assert (known.person_id, known.is_new) == (person.person_id, False)
    assert list(known.possible) == []
    assert new.is_new
    assert [each.person_id for each in new.possible] == [person.person_id]
    assert 0 < new.possible[0].confidence < 0.5
    assert searched is None
    assert far.is_new
    assert list(far.possible) == []


def test_suggests_the_nearest_of_many_but_never_the_person_itself(url):
    near = faces(1)[0]
    steps = [np.eye(128, dtype=np.float32)[axis] * 0.48 for axis in range(6)]
    with Gallery(url) as gallery:
        people = gallery.known_or_new("race", [near + step for step in steps])
        ids = {each.person_id for each in people}
        seen = gallery.known_or_new("race", [near, near + steps[0]])

    assert seen[0].is_new
    assert seen[1].person_id == people[0].person_id
    possible = [each.person_id for each in seen[0].possible]
    assert len(possible) == MOST_POSSIBLE
    assert set(possible) < ids
    assert people[0].person_id not in {each.person_id for each in seen[1].possible}


def test_says_that_two_faces_of_a_photo_may_be_each_other(url):
    near = faces(1)[0]
    two = [near, moved(near, 0.3)]
    with Gallery(url) as gallery:
        gallery.known_or_new("race", two)
        one, other = gallery.known_or_new("race", two)

    assert {one.is_new, other.is_new} == {False}
    assert [each.person_id for each in one.possible] == [other.person_id]
    assert [each.person_id for each in other.possible] == [one.person_id]


def test_is_answered_with_who_a_face_may_be_only_where_there_is_someone():
    other = Possible(person_id=uuid4(), confidence=0.41237)
    person = Identified(person_id=uuid4(), confidence=1.0, is_new=True, possible=[other])

    answered = possible_as_json(person, "personId")

    assert answered == {"possible": [{"personId": str(other.person_id), "confidence": 0.4124}]}
    assert possible_as_json(replace(person, possible=[]), "personId") == {}


def test_follows_the_people_who_come_and_go(url):
    with Gallery(url) as gallery:
        people = gallery.known_or_new("race", faces(5))
        gallery.delete_person("race", people[0].person_id)

        assert people_in(gallery, "race") == 4
        gallery.delete_space("race")
        assert people_in(gallery, "race") == 0


def test_counts_the_people_of_an_earlier_version_once(url):
    with Gallery(url) as gallery:
        gallery.known_or_new("race", faces(3))
        with gallery._pool.connection() as connection:
            connection.execute("UPDATE vision.spaces SET people = NULL")

        gallery.known_or_new("race", faces(2, seed=2))

        assert people_in(gallery, "race") == 5


def people_in(gallery: Gallery, space: str) -> int:
    with gallery._pool.connection() as connection:
        [[people]] = connection.execute(
            "SELECT people FROM vision.spaces WHERE name = %s", [space]
        ).fetchall()
    return int(str(people))
