"""Photos drawn for the tests."""

import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import skimage.data
from PIL import Image, ImageDraw, ImageFont

from vision.images import Pixels

Place = tuple[int, int]
SMALL = (660, 470)  # read in one tile: a photo for all questions that are not of tiles


def street(width: int = 1600, height: int = 1068) -> Image.Image:
    """Draw a grey ground with some noise, like a photo."""
    noise = np.random.default_rng(7).normal(110, 6, (height, width, 1))
    grey = np.clip(np.repeat(noise, 3, axis=2), 0, 255).astype(np.uint8)
    return Image.fromarray(grey)


def draw_bib(photo: Image.Image, number: str, place: Place, *, digits: int = 60) -> None:
    """Draw a bib at a place (its top left); `digits` is the type size in pixels."""
    draw = ImageDraw.Draw(photo)
    font = ImageFont.load_default(digits)
    width, height = round(draw.textlength(number, font)) + digits, round(digits * 2.4)
    left, top = place
    draw.rectangle((left, top, left + width, top + height), fill=(200, 40, 50))
    panel = (left, top + height // 4, left + width, top + 3 * height // 4)
    draw.rectangle(panel, fill=(240, 240, 240))
    middle = (left + width // 2, top + height // 2)
    draw.text(middle, number, (15, 15, 15), font, anchor="mm", stroke_width=digits // 30)


def photo_of(
    bibs: Mapping[str, Place], *, digits: int = 60, size: tuple[int, int] = (1600, 1068)
) -> Image.Image:
    photo = street(*size)
    for number, place in bibs.items():
        draw_bib(photo, number, place, digits=digits)
    return photo


def pixels_of(photo: Image.Image) -> Pixels:
    return np.asarray(photo.convert("RGB"))


def astronaut() -> Image.Image:
    """Return the portrait of scikit-image, 512 x 512."""
    path = Path(skimage.data.__file__).with_name("astronaut.png")
    with Image.open(path) as portrait:
        return portrait.convert("RGB")


def jpeg(photo: Image.Image) -> bytes:
    file = io.BytesIO()
    photo.save(file, "JPEG", quality=92)
    return file.getvalue()
