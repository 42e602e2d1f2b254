"""Decodes image files into upright pixels of a bounded size."""

import io
import struct

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

from foundation.fetching.picture_files import completed, without_texts

Pixels = NDArray[np.uint8]

FORMATS = ("JPEG", "PNG", "WEBP")
WORKING_SIDE = 2048
DEFAULT_MAX_PIXELS = 64_000_000
# By the orientation in the camera's notes (EXIF): what turns the picture upright.
_TURNS: dict[object, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class UnreadableImage(Exception):
    """The bytes are not a readable image, or the image has too many pixels.

    The text says why, after "The picture cannot be read: ".
    """

    def __init__(self, why: str) -> None:
        super().__init__(f"The picture cannot be read: {why}.")


def decode(content: bytes, *, max_pixels: int = DEFAULT_MAX_PIXELS) -> Pixels:
    """Decode an image into RGB pixels (height, width, 3), upright, its long side at most 2048.

    The size in the header is checked before decoding, so a small file cannot use much memory. A
    JPEG is decoded at half or quarter scale if that is enough, and read if only its end is missing.

    :raises UnreadableImage: not a JPEG, PNG or WebP, damaged, or more than `max_pixels`.
    """
    if not content:
        raise UnreadableImage("it is empty")
    try:
        whole = completed(without_texts(content), lambda image: _count(image) > max_pixels)
        with Image.open(io.BytesIO(whole), formats=FORMATS) as image:
            return _pixels(image, max_pixels)
    except UnidentifiedImageError as error:
        raise UnreadableImage("it is not a JPEG, PNG or WebP") from error
    except Image.DecompressionBombError as error:
        raise UnreadableImage(f"it has more than {max_pixels} pixels") from error
    except (OSError, SyntaxError, ValueError) as error:
        raise UnreadableImage("it is damaged") from error


def resized(
    pixels: Pixels, size: tuple[int, int], how: Image.Resampling = Image.Resampling.BILINEAR
) -> Pixels:
    """Shrink or enlarge pixels (height, width, 3) to a (width, height)."""
    return np.asarray(Image.fromarray(pixels).resize(size, how))


def scaled(pixels: Pixels, scale: float) -> Pixels:
    """Shrink (by area) or enlarge (cubically) pixels (height, width, 3), to one pixel at least."""
    height, width = pixels.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    how = Image.Resampling.BICUBIC if scale > 1.0 else Image.Resampling.BOX
    return resized(pixels, size, how)


def _pixels(image: Image.Image, max_pixels: int) -> Pixels:
    if _count(image) > max_pixels:
        size = f"{image.width} x {image.height}"
        raise UnreadableImage(f"it has {size} pixels, more than {max_pixels}")
    image.draft("RGB", (WORKING_SIDE, WORKING_SIDE))
    image.thumbnail((WORKING_SIDE, WORKING_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    turn = _TURNS.get(_orientation(image))
    return np.asarray(_rgb(image if turn is None else image.transpose(turn)))


def _count(image: Image.Image) -> int:
    return image.width * image.height


def _orientation(image: Image.Image) -> object:
    """Return how the camera was held; None where its notes cannot be read."""
    try:
        return image.getexif().get(ExifTags.Base.Orientation)
    except (OSError, SyntaxError, ValueError, TypeError, struct.error):
        return None


def _rgb(image: Image.Image) -> Image.Image:
    """Return the picture in colour: of 16 bits the upper 8, what is transparent on white."""
    if image.mode.startswith("I;16") or image.mode == "I":
        return image.point(lambda value: value / 256).convert("L").convert("RGB")
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")
