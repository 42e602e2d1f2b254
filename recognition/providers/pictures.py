"""Pictures, decoded: checked, cut, and brought under a provider's limits."""

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import cache
from io import BytesIO
from threading import BoundedSemaphore, Lock

import PIL.Image
from django.conf import settings
from PIL import ExifTags

from foundation.fetching import addresses, pictures
from foundation.fetching.addresses import HostInside, HostUnknown, PictureNotFetched, PictureRefused
from foundation.fetching.picture_files import completed, without_texts
from foundation.fetching.pictures import Image, Limits
from foundation.records.database import give_connection_back
from recognition.providers.failures import (
    FinalFailure,
    PictureMissing,
    Postponed,
    ProcessingFailure,
)

_FORMATS = ("JPEG", "PNG", "WEBP")
# MPO: a JPEG file with several pictures, from some phones.
_TYPES = {"JPEG": "image/jpeg", "MPO": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
# Pillow raises any of these for a damaged file.
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error)
_QUALITY = 90
_QUALITY_TO_LOOK_AT = 82
_TURN = PIL.Image.Transpose
# By the orientation in the camera's notes (EXIF): what turns the picture upright.
_TURNS: dict[object, PIL.Image.Transpose] = {
    2: _TURN.FLIP_LEFT_RIGHT,
    3: _TURN.ROTATE_180,
    4: _TURN.FLIP_TOP_BOTTOM,
    5: _TURN.TRANSPOSE,
    6: _TURN.ROTATE_270,
    7: _TURN.TRANSVERSE,
    8: _TURN.ROTATE_90,
}
# The part of IMAGE_MAX_PIXELS that a kind may have. So each takes 460 MB at most, while it is
# decoded and made smaller: 7 bytes a pixel for a JPEG that is progressive and not subsampled, 9 if
# it is CMYK, 10 for a PNG with transparency, 18 for such a WebP.
_PARTS = {"PNG": Fraction(3, 4), "WEBP": Fraction(2, 5)}
_PART_OF_CMYK = Fraction(3, 4)
# Pixels; a picture of more is halved where it would be kept whole beside a rewritten one.
_PLENTY = 25_000_000
_PLENTY_OF_WEBP = 16_000_000
_AROUND_FACE = 0.35  # as a share of the face's longer side
# One picture at a time in a process: the limits of memory in `compose.yaml` and `deploy/kubernetes`
# are made for one. A web has four threads: three are before one that waits, of two seconds each.
# The image sets MALLOC_MMAP_THRESHOLD_, or threads would keep the memory that they decoded in.
_decoding = Lock()


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

    :raises FinalFailure: it has too many pixels, or cannot be read.
    """
    with _opened(content) as picture:
        _read_all(picture)
        return Image(content=content, content_type=_TYPES[picture.format or ""])


def fitted(image: Image, *, max_bytes: int, content_types: frozenset[str]) -> FittedImage:
    """Return the image within a provider's limits; the same image always gives the same bytes.

    An upright image within the limits is unchanged. Any other becomes a JPEG, turned upright by its
    EXIF orientation and made smaller until it fits: a provider that ignores the orientation would
    find no faces, one that uses it would return boxes of another picture.

    :raises FinalFailure: it has too many pixels, or cannot be read.
    """
    with _opened(image.content) as picture:
        content_type = _TYPES[picture.format or ""]  # the true one
        turned = _orientation(picture) in _TURNS
        fits = len(image.content) <= max_bytes and content_type in content_types
        if turned or not fits:
            return _rewritten(_upright(picture), max_bytes)
        size = {"width": picture.width, "height": picture.height}
        _read_all(picture)
        return FittedImage(content=image.content, content_type=content_type, **size)


def smaller_jpeg(content: bytes, edge: int, quality: int = _QUALITY_TO_LOOK_AT) -> bytes:
    """Return a picture to look at as a JPEG file: upright, and without its metadata.

    :param edge: pixels of the longer side at most; a smaller picture stays as large as it is.
    :raises FinalFailure: it has too many pixels, or cannot be read.
    """
    with _opened(content) as picture:
        picture.draft("RGB", (edge, edge))
        picture.thumbnail((edge, edge), PIL.Image.Resampling.LANCZOS)
        return _jpeg(_rgb(_turned(picture)), quality)  # turned when it is small


def cut(image: FittedImage, box: PixelBox, margin: float) -> bytes:
    """Return the part of an image as a JPEG file.

    :param margin: the margin around the box, as a share of its longer side.
    """
    extra = margin * max(box.right - box.left, box.bottom - box.top)
    with _opened(image.content) as picture:
        if _has_plenty(picture):
            picture.draft("RGB", _halved(picture))
        scale = picture.width / image.width
        left, top = round(max(box.left - extra, 0) * scale), round(max(box.top - extra, 0) * scale)
        right = round(min(box.right + extra, image.width) * scale)
        bottom = round(min(box.bottom + extra, image.height) * scale)
        return _jpeg(_rgb(picture.crop((left, top, right, bottom))))


def face_jpeg(picture: bytes, box: Mapping[str, float], edge: int) -> bytes:
    """Return a face with some of what is around it, as a JPEG file.

    :param box: where it is, in fractions of the picture.
    :param edge: pixels of the longer side at most.
    :raises FinalFailure: the picture cannot be read, or the box lies outside it.
    """
    with _opened(picture) as opened:
        wide, high = opened.size
        left, top = box["left"] * wide, box["top"] * high
        right, bottom = left + box["width"] * wide, top + box["height"] * high
        extra = _AROUND_FACE * max(right - left, bottom - top)
        left, top = round(max(left - extra, 0)), round(max(top - extra, 0))
        right, bottom = round(min(right + extra, wide)), round(min(bottom + extra, high))
        if left >= right or top >= bottom:
            raise FinalFailure("The face lies outside the picture.")
        face = opened.crop((left, top, right, bottom))
        face.thumbnail((edge, edge), PIL.Image.Resampling.LANCZOS)
        return _jpeg(_rgb(face), _QUALITY_TO_LOOK_AT)


@contextmanager
def _opened(content: bytes) -> Iterator[PIL.Image.Image]:
    """Open a picture, undecoded: a small file may announce more pixels than the memory holds.

    No other thread of this process has a picture open meanwhile.
    """
    try:
        with _decoding, PIL.Image.open(_file(content), formats=_FORMATS) as picture:
            if _is_too_large(picture):
                raise _too_many_pixels(_most_pixels(picture))
            yield picture
    except PIL.Image.DecompressionBombError as error:
        raise _too_many_pixels(settings.IMAGE_MAX_PIXELS) from error
    except _DAMAGED as error:
        raise FinalFailure("The image is no JPEG, PNG or WebP that can be read.") from error


def _file(content: bytes) -> BytesIO:
    return BytesIO(completed(without_texts(content), _is_too_large))


def _orientation(picture: PIL.Image.Image) -> object:
    """Return how the camera was held; None where its notes cannot be read."""
    try:
        return picture.getexif().get(ExifTags.Base.Orientation)
    except (*_DAMAGED, TypeError):
        return None


def _turned(picture: PIL.Image.Image) -> PIL.Image.Image:
    """Return a picture turned upright. Its other notes are not written back: some cannot be."""
    turn = _TURNS.get(_orientation(picture))
    return picture if turn is None else picture.transpose(turn)


def _rgb(picture: PIL.Image.Image) -> PIL.Image.Image:
    """Return a picture in colour; of 16 bits the upper 8."""
    if picture.mode.startswith("I;16") or picture.mode == "I":
        picture = picture.point(lambda value: value / 256).convert("L")
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def _most_pixels(picture: PIL.Image.Image) -> int:
    part = _PARTS.get(picture.format or "", Fraction(1))
    if picture.mode == "CMYK":
        part = _PART_OF_CMYK
    return int(settings.IMAGE_MAX_PIXELS * part)


def _is_too_large(picture: PIL.Image.Image) -> bool:
    return _pixels(picture) > _most_pixels(picture)


def _pixels(picture: PIL.Image.Image) -> int:
    return picture.width * picture.height


def _too_many_pixels(most: int) -> FinalFailure:
    return FinalFailure(f"The image has more than the {most} pixels accepted.")


def _read_all(picture: PIL.Image.Image) -> None:
    """Decode a picture to find damage; a JPEG at an eighth of its size, by all of its bytes."""
    picture.draft("RGB", (1, 1))
    picture.load()


def _upright(picture: PIL.Image.Image) -> PIL.Image.Image:
    """Return a picture turned upright, at half its width and height if it has many pixels.

    A pixel takes four bytes of memory, eight while the picture is turned.
    """
    if _has_plenty(picture):
        if picture.mode == "RGBA":  # else made smaller with its transparency, by a larger detour
            picture = picture.convert("RGB")
        # With this gap a JPEG is decoded at the smaller size, never whole.
        picture.thumbnail(_halved(picture), reducing_gap=1.0)
    return _rgb(_turned(picture))


def _has_plenty(picture: PIL.Image.Image) -> bool:
    return _pixels(picture) > (_PLENTY_OF_WEBP if picture.format == "WEBP" else _PLENTY)


def _halved(picture: PIL.Image.Image) -> tuple[int, int]:
    return picture.width // 2, picture.height // 2


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
    # Of what the file said only the colours stay: Pillow writes its notes and comments, too.
    colours = picture.info.get("icc_profile")
    picture.info = {"icc_profile": colours} if colours and quality == _QUALITY else {}
    picture.save(file, "JPEG", quality=quality, optimize=quality < _QUALITY)
    return file.getvalue()


# Fetching the pictures of photos and selfies within the limits of the settings.


PLACE_TIMEOUT = 20.0  # seconds to wait until a picture may be held in memory
NOT_FETCHED = "The picture cannot be fetched"


class NotReached(ProcessingFailure):
    """The image's host is not known, or inside: callers must not be able to tell which."""


class NeverReached(FinalFailure, NotReached):
    """The image's host is inside our own network."""


@contextmanager
def holding_picture() -> Iterator[None]:
    """Limit how many pictures this process holds in memory, to `PICTURES_AT_ONCE`."""
    give_connection_back()
    places = _pictures(settings.PICTURES_AT_ONCE)
    if not places.acquire(timeout=PLACE_TIMEOUT):
        raise Postponed("Other pictures are being recognised.", timedelta(seconds=PLACE_TIMEOUT))
    try:
        yield
    finally:
        places.release()


@cache
def _pictures(at_once: int) -> BoundedSemaphore:
    return BoundedSemaphore(at_once)


def fetch_image(url: str) -> Image:
    """Return the image at an address."""
    give_connection_back()
    limits = Limits(
        bytes=settings.IMAGE_MAX_BYTES,
        seconds=settings.IMAGE_TIMEOUT,
        inside=settings.ALLOW_PRIVATE_IMAGE_URLS,
    )
    try:
        return pictures.fetch_image(url, limits)
    except PictureNotFetched as error:
        raise _kind_of(error)(f"{NOT_FETCHED}: {error}.") from error


def _kind_of(error: PictureNotFetched) -> type[ProcessingFailure]:
    match error:
        case HostUnknown():
            return NotReached
        case HostInside():
            return NeverReached
        case addresses.PictureNotFound():
            return PictureMissing
        case PictureRefused():
            return FinalFailure
    return ProcessingFailure
