"""Draws the photos of planned bursts, with labels (docs/labels.md) and with faces.

No model finds the drawn heads, so `faces.json` has what a model would give: for each photo the
boxes and the 128 values of the faces that look at the camera, about as far from each other as
dlib's (`tools.bench.drawn_faces`).
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import ExifTags, Image, ImageDraw, ImageFont

from tools.bench.bibs.bursts import Appearance, DrawnRunner, Frame
from tools.bench.bibs.designs import Bib, Design, design_of
from tools.bench.bibs.drawing import as_taken, draw_arm, draw_runner, worn
from tools.bench.drawn_faces import Faces, directions, strangers
from vision.boxes import Box
from vision.labelled.album import LabelledAlbum, LabelledFace, LabelledNumber, LabelledPhoto
from vision.labelled.files import LABELS, replace_text, write_album

FACES = "faces.json"
SIZE = (640, 427)
BIB_HEIGHT = 48
APART = 0.3  # the faces of look-alikes; some pictures of one person are further apart
# From the middle of a person's faces: a burst, and a photo from the middle of its burst.
OF_A_BURST = (0.1, 0.25)
OF_A_PHOTO = (0.05, 0.15)
# The same at the same place of each photo of a camera: a house number is no start number.
SIGNS = {"a": ("KM 21", (20, 30)), "b": ("175", (480, 25))}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """A runner on a photo, in pixels: the number's and the head's boxes."""

    appearance: Appearance
    bib: tuple[int, int, int, int]
    head: tuple[int, int, int, int]


def draw_bursts(folder: Path, frames: Sequence[Frame], *, seed: int) -> Path:
    """Draw the photos into a folder; return the file of their labels."""
    folder.mkdir(parents=True, exist_ok=True)
    design = design_of(random.Random(f"design {seed}"))
    faces = _Embeddings(frames, seed)
    labels, found = {}, {}
    for frame in frames:
        draw = random.Random(f"{seed} {frame.name}")
        photo, drawn = _draw_photo(frame, design, draw)
        photo.save(folder / frame.name, quality=90, exif=_exif(frame))
        labels[frame.name] = _label(frame, drawn)
        found[frame.name] = [
            {"box": _box(one.head).as_json(), "embedding": faces.of(frame, one.appearance.runner)}
            for one in drawn
            if not one.appearance.looks_away
        ]
    replace_text(folder / FACES, json.dumps(found))
    write_album(folder / LABELS, LabelledAlbum(photos=labels))
    return folder / LABELS


class _Embeddings:
    """The faces of all runners, and how they look in each burst and on each photo."""

    def __init__(self, frames: Sequence[Frame], seed: int) -> None:
        self._random = np.random.default_rng(seed)
        runners = {one.runner.name: one.runner for frame in frames for one in frame.runners}
        looks = sorted({runner.look for runner in runners.values()})
        made = dict(zip(looks, strangers(self._random, len(looks)), strict=True))
        self._people: dict[str, Faces] = {}
        for name, runner in sorted(runners.items()):
            is_second = name != f"R{runner.look}"
            self._people[name] = made[runner.look] + (
                self._step((APART, APART)) if is_second else 0
            )
        self._bursts: dict[tuple[str, str], Faces] = {}

    def of(self, frame: Frame, runner: DrawnRunner) -> list[float]:
        key = (frame.burst, runner.name)
        if key not in self._bursts:
            self._bursts[key] = self._people[runner.name] + self._step(OF_A_BURST)
        face = self._bursts[key] + self._step(OF_A_PHOTO)
        return [round(float(value), 5) for value in face]

    def _step(self, lengths: tuple[float, float]) -> Faces:
        step: Faces = self._random.uniform(*lengths) * directions(self._random, 1)[0]
        return step


def _draw_photo(
    frame: Frame, design: Design, draw: random.Random
) -> tuple[Image.Image, Sequence[_Drawn]]:
    ground = random.Random(f"ground {frame.camera}")
    photo = Image.new("RGB", SIZE, tuple(ground.randrange(70, 190) for _ in range(3)))
    _draw_sign(photo, frame.camera)
    drawn = [_draw_one(photo, frame, at, one, design, draw) for at, one in enumerate(frame.runners)]
    return as_taken(photo, draw), drawn


def _draw_one(
    photo: Image.Image,
    frame: Frame,
    at: int,
    appearance: Appearance,
    design: Design,
    draw: random.Random,
) -> _Drawn:
    """Draw a runner, who comes nearer from photo to photo."""
    runner, high = appearance.runner, BIB_HEIGHT + 4 * frame.place
    middle = (115 + 190 * at + 9 * frame.place, 250 + 4 * frame.place)
    size = round(1.7 * high)
    draw_runner(photo, middle, size, random.Random(f"look {runner.look}"))
    paper = worn(Bib(design=design, number=runner.number, name=""), draw, height=high)
    left, top = middle[0] - paper.width // 2, middle[1] - paper.height // 2
    photo.paste(paper, (left, top), paper)
    right, bottom = left + paper.width, top + paper.height
    if appearance.covered:
        end = left + round(appearance.covered * paper.width)
        draw_arm(photo, (left, middle[1] + 3), (end, middle[1] - 3), paper.height)
    head, up = size // 5, middle[1] - size
    return _Drawn(
        appearance=appearance,
        bib=(left, top, right, bottom),
        head=(middle[0] - head, up, middle[0] + head, middle[1] - size // 2),
    )


def _draw_sign(photo: Image.Image, camera: str) -> None:
    text, place = SIGNS[camera]
    pen, font = ImageDraw.Draw(photo), ImageFont.load_default(30)
    pen.rectangle(pen.textbbox(place, text, font), fill=(250, 250, 250))
    pen.text(place, text, (20, 60, 130), font)


def _label(frame: Frame, drawn: Sequence[_Drawn]) -> LabelledPhoto:
    return LabelledPhoto(
        numbers=tuple(
            LabelledNumber(
                value=one.appearance.runner.number,
                legible=one.appearance.covered == 0,
                wearer=at,
                box=_box(one.bib),
            )
            for at, one in enumerate(drawn, 1)
        ),
        faces=tuple(
            LabelledFace(id=at, person=one.appearance.runner.name, box=_box(one.head))
            for at, one in enumerate(drawn, 1)
        ),
        burst="" if frame.place == 0 else frame.burst,
        race="drawn",
        done=True,
    )


def _box(corners: tuple[int, int, int, int]) -> Box:
    left, top, right, bottom = corners
    wide, high = SIZE
    return Box(
        left=left / wide, top=top / high, width=(right - left) / wide, height=(bottom - top) / high
    )


def _exif(frame: Frame) -> Image.Exif:
    """Return the camera's notes: its serial number and the time, in its own files' form."""
    notes = Image.Exif()
    notes[ExifTags.Base.Make] = "Drawn"
    notes[ExifTags.Base.Model] = f"Camera {frame.camera}"
    inner: dict[int, str] = {
        ExifTags.Base.DateTimeOriginal: f"{frame.taken_on:%Y:%m:%d %H:%M:%S}",
        ExifTags.Base.SubsecTimeOriginal: f"{frame.taken_on:%f}"[:3],
        ExifTags.Base.BodySerialNumber: frame.camera,
    }
    notes.get_ifd(ExifTags.IFD.Exif).update(inner)
    return notes


def read_faces(path: Path) -> Mapping[str, Sequence[tuple[Box, Faces]]]:
    """Return the boxes and values of the faces of each photo."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return {
        photo: [(Box(**one["box"]), np.array(one["embedding"], np.float32)) for one in faces]
        for photo, faces in document.items()
    }
