"""Pictures, decoded: checked, cut, and brought under a provider's limits."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

import PIL.Image
from django.conf import settings
from PIL import ExifTags, ImageOps

from recognition.providers.failures import FinalFailure
from recognition.providers.images.fetching import Image

_FORMATS = ("JPEG", "PNG", "WEBP")
# MPO: a JPEG file with several pictures, from some phones.
_TYPES = {"JPEG": "image/jpeg", "MPO": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
# Pillow raises any of these for a damaged file.
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error)
_QUALITY = 90
_QUALITY_TO_LOOK_AT = 82
_UPRIGHT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedImage(Image):
    """An image file within a provider's limits; `width` and `height` in pixels, upright."""

    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PixelBox:
    """A part of an image, in pixels of it."""

    left: float
    top: float
    right: float
    bottom: float

    def fractions_of(self, image: FittedImage) -> dict[str, float]:
        """Return the box as fractions of the image."""
        return {
            "left": self.left / image.width,
            "top": self.top / image.height,
            "width": (self.right - self.left) / image.width,
            "height": (self.bottom - self.top) / image.height,
        }


def usable_picture(content: bytes) -> Image:
    """Return a picture that a user sent, with its true type.

    The pixels announced in the header are checked before decoding, so that a small file cannot fill
    the memory. A JPEG is decoded at an eighth of its size, which still reads all of its bytes.
    """
    with _opened(content, formats=_FORMATS) as picture:
        if picture.width * picture.height > settings.IMAGE_MAX_PIXELS:
            raise _too_many_pixels()
        picture.draft("RGB", (1, 1))
        picture.load()
        return Image(content=content, content_type=_TYPES[picture.format or ""])


def fitted(image: Image, *, max_bytes: int, content_types: frozenset[str]) -> FittedImage:
    """Return the image within a provider's limits; the same image always gives the same bytes.

    An upright image within the limits is unchanged. Any other becomes a JPEG, turned upright by its
    EXIF orientation and made smaller until it fits: a provider that ignores the orientation would
    find no faces, one that uses it would return boxes of another picture.
    """
    with _opened(image.content) as picture:
        turned = picture.getexif().get(ExifTags.Base.Orientation, _UPRIGHT) != _UPRIGHT
        fits = len(image.content) <= max_bytes and image.content_type in content_types
        if turned or not fits:
            return _rewritten(ImageOps.exif_transpose(picture).convert("RGB"), max_bytes)
        picture.load()
        size = {"width": picture.width, "height": picture.height}
        return FittedImage(content=image.content, content_type=image.content_type, **size)


def smaller_jpeg(content: bytes, edge: int, quality: int = _QUALITY_TO_LOOK_AT) -> bytes:
    """Return a picture to look at as a JPEG file: upright, and without its metadata.

    :param edge: pixels of the longer side at most; a smaller picture stays as large as it is.
    :raises FinalFailure: it has too many pixels, or cannot be read.
    """
    with _opened(content, formats=_FORMATS) as picture:
        if picture.width * picture.height > settings.IMAGE_MAX_PIXELS:
            raise _too_many_pixels()
        picture.draft("RGB", (edge, edge))
        small = ImageOps.exif_transpose(picture)
        small.thumbnail((edge, edge), PIL.Image.Resampling.LANCZOS)
        seen = small.convert("RGB")
        seen.info.clear()  # Pillow writes the comment of the file that was read
        return _jpeg(seen, quality)


def cut(image: FittedImage, box: PixelBox, margin: float) -> bytes:
    """Return the part of an image as a JPEG file.

    :param margin: the margin around the box, as a share of its longer side.
    """
    extra = margin * max(box.right - box.left, box.bottom - box.top)
    with _opened(image.content) as picture:
        left, top = round(max(box.left - extra, 0)), round(max(box.top - extra, 0))
        right = round(min(box.right + extra, image.width))
        bottom = round(min(box.bottom + extra, image.height))
        return _jpeg(picture.convert("RGB").crop((left, top, right, bottom)))


@contextmanager
def _opened(content: bytes, formats: tuple[str, ...] | None = None) -> Iterator[PIL.Image.Image]:
    try:
        with PIL.Image.open(BytesIO(content), formats=formats) as picture:
            yield picture
    except PIL.Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except _DAMAGED as error:
        raise FinalFailure("The image is no JPEG, PNG or WebP that can be read.") from error


def _too_many_pixels() -> FinalFailure:
    return FinalFailure(f"The image has more than the {settings.IMAGE_MAX_PIXELS} pixels accepted.")


def _rewritten(picture: PIL.Image.Image, max_bytes: int) -> FittedImage:
    content = _jpeg(picture)
    while len(content) > max_bytes:
        smaller = 0.95 * (max_bytes / len(content)) ** 0.5
        size = (max(1, int(picture.width * smaller)), max(1, int(picture.height * smaller)))
        picture = picture.resize(size, PIL.Image.Resampling.LANCZOS)
        content = _jpeg(picture)
    return FittedImage(
        content=content, content_type="image/jpeg", width=picture.width, height=picture.height
    )


def _jpeg(picture: PIL.Image.Image, quality: int = _QUALITY) -> bytes:
    file = BytesIO()
    picture.save(file, "JPEG", quality=quality, optimize=quality < _QUALITY)
    return file.getvalue()
