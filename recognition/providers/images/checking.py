"""Pictures that people send: checked before a provider is asked about them.

The pixels that the header announces are counted before any is decoded, so that a small file cannot
claim the memory; a JPEG is decoded at an eighth of its size, which still reads all of its bytes.
"""

import io
import struct

from django.conf import settings
from PIL import Image as Picture

from recognition.providers.images.fetching import Image

CONTENT_TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
# What Pillow raises for a damaged file, by format and place.
_DAMAGED = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    struct.error,
)


class PictureUnusable(Exception):
    """The bytes are no picture, a damaged one, or one of too many pixels; the text says which."""


def usable_picture(content: bytes) -> Image:
    """Return the picture with the type that it truly is of.

    :raises PictureUnusable: not a JPEG, PNG or WebP, damaged, or more than `IMAGE_MAX_PIXELS`.
    """
    try:
        with Picture.open(io.BytesIO(content), formats=tuple(CONTENT_TYPES)) as picture:
            width, height = picture.size
            if width * height > settings.IMAGE_MAX_PIXELS:
                raise _too_many_pixels()
            picture.draft("RGB", (1, 1))
            picture.load()
            return Image(content=content, content_type=CONTENT_TYPES[picture.format or ""])
    except Picture.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except _DAMAGED as error:
        raise PictureUnusable("It is not a JPEG, PNG or WebP picture that can be read.") from error


def _too_many_pixels() -> PictureUnusable:
    return PictureUnusable(f"It has more than the {settings.IMAGE_MAX_PIXELS} pixels accepted.")
