"""Decodes image files into upright pixels of a bounded size."""

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

Pixels = NDArray[np.uint8]

FORMATS = ("JPEG", "PNG", "WEBP")
WORKING_SIDE = 2048
DEFAULT_MAX_PIXELS = 64_000_000


class UnreadableImage(Exception):
    """The bytes are not a readable image, or the image has too many pixels.

    The text says why, after "The picture cannot be read: ".
    """

    def __init__(self, why: str) -> None:
        super().__init__(f"The picture cannot be read: {why}.")


def decode(content: bytes, *, max_pixels: int = DEFAULT_MAX_PIXELS) -> Pixels:
    """Decode an image into RGB pixels (height, width, 3), upright, its long side at most 2048.

    The size in the header is checked before decoding, so a small file cannot use much memory. A
    JPEG is decoded at half or quarter scale if that is enough.

    :raises UnreadableImage: not a JPEG, PNG or WebP, damaged, or more than `max_pixels`.
    """
    if not content:
        raise UnreadableImage("it is empty")
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            return _pixels(image, max_pixels)
    except UnidentifiedImageError as error:
        raise UnreadableImage("it is not a JPEG, PNG or WebP") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise UnreadableImage(f"it is damaged ({error})") from error


def _pixels(image: Image.Image, max_pixels: int) -> Pixels:
    width, height = image.size
    if width * height > max_pixels:
        raise UnreadableImage(f"it has {width} x {height} pixels, more than {max_pixels}")
    image.draft("RGB", (WORKING_SIDE, WORKING_SIDE))
    image.thumbnail((WORKING_SIDE, WORKING_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    ImageOps.exif_transpose(image, in_place=True)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
