"""Images whose faces are squares in a person's colour, and the eyes that see them."""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from foundation.fetching.pictures import Image

COLOURS = {"ann": (220, 20, 20), "bob": (20, 200, 20), "cat": (20, 20, 220), "dan": (220, 200, 20)}
_ORIENTATION = 0x0112
_TURNED_RIGHT = 6  # the camera was turned: the file shows the scene a quarter to the left


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenFace:
    """A face on an image: whose, and where in pixels: left, top, right, bottom."""

    person: str
    left: int
    top: int
    right: int
    bottom: int


def photo(*people: str, kind: str = "JPEG", turned: bool = False) -> Image:
    """Return a photo with the people side by side, 100 px each, `turned` by its EXIF alone."""
    picture = Pictures.new("RGB", (640, 480), (128, 128, 128))
    for number, person in enumerate(people):
        left = 30 + 150 * number
        ImageDraw.Draw(picture).rectangle((left, 60, left + 99, 159), fill=COLOURS[person])
    exif = Pictures.Exif()
    if turned:
        picture = picture.transpose(Pictures.Transpose.ROTATE_90)
        exif[_ORIENTATION] = _TURNED_RIGHT
    return image_of(picture, kind, exif)


def noisy_photo(person: str) -> Image:
    """Return a photo of a person that stays above 100 kB as a JPEG of its size."""
    noise = np.random.default_rng(7).integers(100, 156, (480, 640, 3), dtype=np.uint8)
    picture = Pictures.fromarray(noise)
    ImageDraw.Draw(picture).rectangle((30, 60, 129, 159), fill=COLOURS[person])
    return image_of(picture, "PNG", Pictures.Exif())


def image_of(picture: Pictures.Image, kind: str, exif: Pictures.Exif) -> Image:
    file = BytesIO()
    picture.save(file, kind, exif=exif)
    return Image(content=file.getvalue(), content_type=f"image/{kind.lower()}")


def seen(content: bytes) -> list[SeenFace]:
    """Return the faces on an image as it lies in the file; EXIF is not looked at."""
    with Pictures.open(BytesIO(content)) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    faces = []
    for person, colour in COLOURS.items():
        there = np.abs(pixels - colour).max(axis=2) < 45
        rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
        if there.sum() > 100:
            faces.append(
                SeenFace(
                    person=person,
                    left=int(columns[0]),
                    top=int(rows[0]),
                    right=int(columns[-1]) + 1,
                    bottom=int(rows[-1]) + 1,
                )
            )
    return faces


def size_of(content: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    with Pictures.open(BytesIO(content)) as picture:
        return picture.size
