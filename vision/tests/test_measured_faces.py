"""Pairs of faces are measured by what is known of them…"""

import numpy as np
import pytest

from vision.boxes import Box
from vision.evaluate import faces as measured
from vision.evaluate import galleries
from vision.evaluate.faces import Seen, main, pairs_of, tell_galleries, tell_pairs, wearers
from vision.evaluate.galleries import Share, fit_strangers
from vision.faces.finder import FaceFinder
from vision.images import Pixels
from vision.numbers.reading import Reading
from vision.tests import drawing
from vision.tests.drawing import pixels_of, street


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


def test_gives_the_same_face_in_other_light_a_near_embedding(finder, astronaut):
    darker = (astronaut * 0.7).astype(np.uint8)

    [face], [again] = finder.find(astronaut), finder.find(darker[:, ::-1])

    assert np.linalg.norm(face.embedding - again.embedding) < 0.5


def test_gives_the_same_pixels_the_same_embedding(finder, astronaut):
    [face], [again] = finder.find(astronaut), finder.find(astronaut)

    assert np.array_equal(face.embedding, again.embedding)
