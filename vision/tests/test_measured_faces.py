"""How near a face must be to be known, and how pairs of faces are measured…"""

from dataclasses import replace
from itertools import pairwise
from uuid import uuid4

import numpy as np
import pytest

from vision.boxes import Box
from vision.evaluate import faces as measured
from vision.evaluate import galleries
from vision.evaluate.faces import Seen, main, pairs_of, tell_galleries, tell_pairs, wearers
from vision.evaluate.galleries import Share, fit_strangers
from vision.faces.face_model import Strangers
from vision.faces.finder import FaceFinder
from vision.gallery.gallery import Gallery
from vision.gallery.matching import MOST_POSSIBLE, Identified, Possible, bounds_of
from vision.images import Pixels
from vision.numbers.reading import Reading
from vision.recognising import possible_as_json
from vision.tests import drawing
from vision.tests.drawing import pixels_of, street
from vision.tests.test_gallery import faces, moved, url


def seen(place, photo="a.jpg", race="city", person=""):
    face = np.zeros(128, np.float32)
    face[0] = place
    return Seen(photo=photo, race=race, person=person, face=face)


def box(left, top, width=0.1, height=0.1):
    return Box(left=left, top=top, width=width, height=height)


def reading(value, left, top):
    return Reading(value=value, confidence=0.9, box=box(left, top), alternatives=())


def test_as_one_person_or_as_two():
    faces = [
        seen(0.0, "a.jpg", person="17"),
        seen(0.1, "a.jpg"),
        seen(0.3, "b.jpg", person="17"),
        seen(0.6, "c.jpg", person="18"),
        seen(1.0, "d.jpg", "river"),
    ]

    pairs = pairs_of(faces)

    assert pairs.one_person == pytest.approx([0.3])
    assert pairs.two_on_a_photo == pytest.approx([0.1])
    assert pairs.two_numbers == pytest.approx([0.6, 0.3])
    assert pairs.two_races == pytest.approx([1.0, 0.9, 0.7, 0.4])


def test_but_not_a_picture_with_itself():
    twice = [seen(0.5, "a.jpg", person="17"), seen(0.5, "copy.jpg", person="17")]

    assert pairs_of(twice).one_person == []


def test_and_counted_on_the_wrong_side_of_each_distance(capsys):
    faces = [seen(0.0, "a.jpg", person="17"), seen(0.52, "b.jpg", person="17")]
    faces += [seen(0.42, "c.jpg", "river"), seen(5, "d.jpg", "hill")]

    tell_pairs(pairs_of(faces))

    at_40, at_45, _, at_55, _ = capsys.readouterr().out.split("distance ")[1:]
    assert "one person is two: 1.0000 (1 of 1)" in at_40
    assert "two people are one: 0.2000 (1 of 5)" in at_40  # 0.52 - 0.42
    assert "two people are one: 0.4000 (2 of 5)" in at_45
    assert "one person is two: 0.0000 (0 of 1)" in at_55


def test_of_the_number_below_a_face():
    faces = [box(0.1, 0.1), box(0.5, 0.1), box(0.52, 0.1), box(0.8, 0.5)]
    bibs = [reading("17", 0.12, 0.4), reading("18", 0.51, 0.4), reading("19", 0.8, 0.2)]

    assert wearers(faces, bibs) == ["17", "", "", ""]


def test_and_judged_in_galleries_of_every_other_race(capsys, monkeypatch):
    monkeypatch.setattr(galleries, "REPEATS", 2)
    monkeypatch.setattr(measured, "SIZES", (100,))
    random = np.random.default_rng(4)
    people = [
        Seen(photo=f"{race}-{number}-{again}.jpg", race=race, person=str(number), face=face + step)
        for race in ("hill", "river")
        for number, face in enumerate(random.normal(0, 0.06, (40, 128)).astype(np.float32))
        for again, step in enumerate(random.normal(0, 0.01, (2, 128)).astype(np.float32))
    ]

    tell_galleries(people, 1, 0.01)

    out = capsys.readouterr().out
    assert "galleries of half 1, by 3120 pairs of the other" in out
    assert "strangers taken for one of them: 0.0" in out
    assert "people found: 1.000 (0.912 to 1.000, of 40)" in out


def test_but_not_by_too_few_faces(capsys):
    tell_galleries([seen(0.0), seen(1.0, "b.jpg", "river")], 0, 0.01)

    assert capsys.readouterr().out == "too few faces to judge galleries\n"


def test_with_the_bounds_of_the_nearest_pairs():
    strangers = fit_strangers(np.linspace(0.4, 1.4, 10_001).tolist())

    assert strangers.near == pytest.approx(0.41)
    assert strangers.share == pytest.approx(0.01, abs=1e-5)
    assert strangers.step == pytest.approx(0.005, abs=0.0001)


def test_with_an_interval_also_of_none():
    assert Share(value=0.0, trials=185).interval == pytest.approx((0, 0.0203), abs=0.0001)
    assert Share(value=0.0, trials=0).interval == (0.0, 1.0)


def test_of_folders_that_are_people(tmp_path, capsys):
    (tmp_path / "anna").mkdir()
    (tmp_path / "anna" / "1.jpg").write_bytes(b"no picture")

    assert main([str(tmp_path)]) == 0

    out = capsys.readouterr().out
    assert "1.jpg: left out" in out
    assert "one person is two: – (0 of 0)" in out


def test_with_the_fault_of_labels_that_cannot_be_used(tmp_path, capsys):
    (tmp_path / "numbers.csv").write_text("photo\na.jpg\n")

    assert main([str(tmp_path), "--numbers", str(tmp_path / "numbers.csv")]) == 1
    assert "no column numbers" in capsys.readouterr().out


@pytest.fixture(scope="module")
def finder() -> FaceFinder:
    return FaceFinder()


@pytest.fixture(scope="module")
def astronaut() -> Pixels:
    return pixels_of(drawing.astronaut())


def test_finds_the_face_of_a_portrait(finder, astronaut):
    [face] = finder.find(astronaut)

    assert face.embedding.shape == (128,)
    assert face.box.left < 0.43 < face.box.left + face.box.width
    assert face.box.top < 0.22 < face.box.top + face.box.height


def test_finds_no_face_on_an_empty_street(finder):
    assert finder.find(pixels_of(street())) == []


def test_gives_the_same_face_a_near_embedding_and_the_same_pixels_the_same(finder, astronaut):
    darker = (astronaut * 0.7).astype(np.uint8)

    [face], [same] = finder.find(astronaut), finder.find(astronaut)
    [near] = finder.find(darker[:, ::-1])

    assert np.array_equal(face.embedding, same.embedding)
    assert np.linalg.norm(face.embedding - near.embedding) < 0.5


__all__ = ["url"]  # a fixture
WIDE = Strangers(near=0.5, share=0.01, step=0.05)


def test_bound_is_less_the_more_people_a_space_has():
    known = [bounds_of(people).known for people in (1, 100, 1_000, 10_000, 1_000_000)]

    assert all(more > less for more, less in pairwise(known))


def test_bound_is_where_strangers_are_as_rare_as_asked():
    bounds = bounds_of(1_000, false_match=0.01, strangers=WIDE)

    assert WIDE.taken(bounds.known, 1_000) == pytest.approx(0.01)
    assert WIDE.probability(0.45) == pytest.approx(0.01 / np.e)


def test_bound_is_never_more_than_the_largest_distance():
    few = bounds_of(0, largest=0.45, false_match=0.5)

    assert (few.known, few.possible) == (0.45, 0.45)


def test_bound_is_at_a_confidence_of_a_half():
    bounds = bounds_of(10_000)

    assert bounds.confidence(0.0) == 1.0
    assert bounds.confidence(bounds.known) == pytest.approx(0.5)
    assert 0 < bounds.confidence(bounds.possible) < 0.5


def test_bound_makes_a_face_beyond_it_a_new_person_that_may_be_the_known_one(url):
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


def test_bound_suggests_the_nearest_of_many_but_never_the_person_itself(url):
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


def test_bound_says_that_two_faces_of_a_photo_may_be_each_other(url):
    near = faces(1)[0]
    two = [near, moved(near, 0.3)]
    with Gallery(url) as gallery:
        gallery.known_or_new("race", two)
        one, other = gallery.known_or_new("race", two)

    assert {one.is_new, other.is_new} == {False}
    assert [each.person_id for each in one.possible] == [other.person_id]
    assert [each.person_id for each in other.possible] == [one.person_id]


def test_bound_is_answered_with_who_a_face_may_be_only_where_there_is_someone():
    other = Possible(person_id=uuid4(), confidence=0.41237)
    person = Identified(person_id=uuid4(), confidence=1.0, is_new=True, possible=[other])

    answered = possible_as_json(person, "personId")

    assert answered == {"possible": [{"personId": str(other.person_id), "confidence": 0.4124}]}
    assert possible_as_json(replace(person, possible=[]), "personId") == {}


def test_bound_follows_the_people_who_come_and_go(url):
    with Gallery(url) as gallery:
        people = gallery.known_or_new("race", faces(5))
        gallery.delete_person("race", people[0].person_id)

        assert people_in(gallery, "race") == 4
        gallery.delete_space("race")
        assert people_in(gallery, "race") == 0


def test_bound_counts_the_people_of_an_earlier_version_once(url):
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
