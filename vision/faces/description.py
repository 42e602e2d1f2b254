"""The TOML file beside a model of faces: what the model expects, and how near people are by it.

docs/vision.md, "Other models", lists the fields. All mistakes are reported at once.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from vision.faces.alignment import LANDMARKS, NAMED, Points, named_points
from vision.faces.face_model import SAME_PICTURE, FaceModel, Strangers

T = TypeVar("T")

COLOURS = ("RGB", "BGR")


class InvalidFaceModel(Exception):
    """A model of faces, or the file that describes it, cannot be used; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """How a face becomes a model's input, and an output an embedding.

    :param landmarks: where dlib's five landmarks lie, in pixels of the input.
    :param mean: subtracted from each colour, of 0 to 255; then `scale` multiplies.
    :param normalise: whether an output is divided by its length.
    """

    width: int
    height: int
    colours: str
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    landmarks: Points
    normalise: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A model's file, and what is said of it."""

    path: Path
    model: FaceModel
    preparation: Preparation


def read_description(path: Path) -> Description:
    """Read the description of an ONNX file: the TOML file of the same name.

    :raises InvalidFaceModel: one of the files is missing, or what the description lacks.
    """
    described = path.with_suffix(".toml")
    if not path.is_file():
        raise InvalidFaceModel(f"{path}: there is no such file.")
    try:
        fields = _Fields(tomllib.loads(described.read_text("utf-8")))
    except FileNotFoundError as error:
        raise InvalidFaceModel(f"{described} is missing: it describes {path.name}.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidFaceModel(f"{described} cannot be read: {error}.") from error
    preparation, dimension = _preparation(fields), fields.whole("output.dimension")
    largest, strangers = _distances(fields)
    mistakes = [*fields.mistakes, *(f"{name} is not known" for name in fields.unread())]
    if mistakes:
        raise InvalidFaceModel(f"{described}: {'; '.join(mistakes)}.")
    model = FaceModel(
        name=path.stem,
        digest=_digest(path, preparation),
        dimension=dimension,
        largest=largest,
        strangers=strangers,
    )
    return Description(path=path, model=model, preparation=preparation)


class _Fields:
    """The fields of a description by `table.name`; collects what is wrong with them."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.mistakes: list[str] = []
        self._left = dict[str, Any]()
        for table, fields in tables.items():
            named = fields if isinstance(fields, dict) else {"": fields}
            self._left |= {f"{table}.{name}".rstrip("."): value for name, value in named.items()}

    def unread(self) -> list[str]:
        """Return the names of the fields that were not asked for."""
        return list(self._left)

    def read(self, name: str, parse: Callable[[Any], T | None], wanted: str, instead: T) -> T:
        """Return a field, or `instead`, and note that it is missing or not as `wanted`."""
        if name not in self._left:
            self.mistakes.append(f"{name} is missing")
            return instead
        value = self._left.pop(name)
        parsed = parse(value)
        if parsed is None:
            self.mistakes.append(f"{name} is {value!r}, not {wanted}")
            return instead
        return parsed

    def whole(self, name: str) -> int:
        return self.read(name, _whole, "a whole number above zero", 1)

    def number(self, name: str) -> float:
        return self.read(name, _above_zero, "a number above zero", 1.0)


def _preparation(fields: _Fields) -> Preparation:
    width, height = fields.whole("input.width"), fields.whole("input.height")
    one_of = " or ".join(COLOURS)
    three = "a number or three, one of each colour"
    points = f"{' or '.join(map(repr, NAMED))}, or {LANDMARKS} points [x, y] within the input"
    return Preparation(
        width=width,
        height=height,
        colours=fields.read("input.colours", _colours, one_of, "RGB"),
        mean=fields.read("input.mean", _three, three, (0.0,)),
        scale=fields.read("input.scale", _three_scales, f"{three}, not zero", (1.0,)),
        landmarks=fields.read(
            "input.landmarks", lambda value: _landmarks(value, width, height), points, ()
        ),
        normalise=fields.read("output.normalise", _truth, "true or false", False),
    )


def _distances(fields: _Fields) -> tuple[float, Strangers]:
    share = fields.read("distances.share", _share, "a share above 0 and below 1", 0.5)
    strangers = Strangers(
        near=fields.number("distances.near"), share=share, step=fields.number("distances.step")
    )
    if strangers.distance(SAME_PICTURE) <= 0 and not fields.mistakes:
        fields.mistakes.append(
            "distances.near is too near for this step: the distance within which two people are"
            f" with the probability {SAME_PICTURE:.6f} is not above zero"
        )
    return fields.number("distances.largest"), strangers


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < float("inf") else None


def _above_zero(value: Any) -> float | None:
    number = _number(value)
    return number if number is not None and number > 0 else None


def _whole(value: Any) -> int | None:
    number = _above_zero(value)
    return int(number) if number is not None and number.is_integer() else None


def _share(value: Any) -> float | None:
    share = _above_zero(value)
    return share if share is not None and share < 1 else None


def _truth(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _colours(value: Any) -> str | None:
    return str(value) if value in COLOURS else None


def _three(value: Any) -> tuple[float, ...] | None:
    values = value if isinstance(value, list) else [value] * 3
    numbers = [number for number in map(_number, values) if number is not None]
    return tuple(numbers) if len(numbers) == len(values) == 3 else None


def _three_scales(value: Any) -> tuple[float, ...] | None:
    scales = _three(value)
    return scales if scales is not None and all(scales) else None


def _landmarks(value: Any, width: int, height: int) -> Points | None:
    if value in NAMED:
        return named_points(value, width, height)
    points = value if isinstance(value, list) else []
    read = [_point(point, width, height) for point in points]
    given = tuple(point for point in read if point is not None)
    return given if len(given) == len(read) == LANDMARKS else None


def _point(value: Any, width: int, height: int) -> tuple[float, float] | None:
    match value:
        case [int() | float() as x, int() | float() as y] if 0 <= x <= width and 0 <= y <= height:
            return float(x), float(y)
    return None


def _digest(path: Path, preparation: Preparation) -> str:
    """Return the digest of all that decides about an embedding."""
    digest = hashlib.sha256(path.read_bytes())
    digest.update(json.dumps(asdict(preparation), sort_keys=True).encode())
    return digest.hexdigest()
