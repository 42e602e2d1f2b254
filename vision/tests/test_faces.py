import numpy as np
import pytest

from vision.faces.finder import FaceFinder
from vision.images import Pixels
from vision.tests import drawing
from vision.tests.drawing import pixels_of, street


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
