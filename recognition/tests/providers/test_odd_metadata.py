"""A picture is used whatever its notes are…"""

import zlib
from io import BytesIO
from typing import Any

import PIL.Image
import pytest
from PIL import PngImagePlugin
from PIL.ExifTags import Base

from foundation.fetching.pictures import Image
from foundation.fetching.png import without_texts
from recognition.providers.images.pictures import PixelBox, cut, fitted, smaller_jpeg
from vision.images import decode

LIMITS: dict[str, Any] = {"max_bytes": 5_000_000, "content_types": frozenset({"image/jpeg"})}
RATIONAL, SHORT = 5, 3


def with_exif(*entries: bytes) -> bytes:
    """Return a JPEG of 40 × 20 pixels, held to the left, with these entries of EXIF beside that."""
    orientation = b"\x01\x12" + (SHORT).to_bytes(2) + (1).to_bytes(4) + b"\x00\x06\x00\x00"
    count = (1 + len(entries)).to_bytes(2)
    values = b"\xff\xff\xff\xff\x00\x00\x00\x00"  # -1/0, at the end
    tiff = b"MM\x00\x2a" + (8).to_bytes(4) + count + orientation + b"".join(entries)
    tiff += bytes(4) + values
    file = BytesIO()
    PIL.Image.new("RGB", (40, 20), "red").save(file, "JPEG", exif=b"Exif\x00\x00" + tiff)
    return file.getvalue()


def broken() -> bytes:
    """Return a picture whose exposure is the rational number -1/0."""
    at = 8 + 2 + 2 * 12 + 4
    entry = Base.ExposureTime.to_bytes(2) + (10).to_bytes(2) + (1).to_bytes(4) + at.to_bytes(4)
    return with_exif(entry)


@pytest.mark.parametrize("content", [with_exif(), broken()], ids=["plain", "broken"])
def test_and_is_turned_by_the_orientation(content: bytes) -> None:
    image = fitted(Image(content=content, content_type="image/jpeg"), **LIMITS)

    assert (image.width, image.height) == (20, 40)
    for made in (image.content, smaller_jpeg(content, 400)):
        with PIL.Image.open(BytesIO(made)) as picture:
            assert (picture.size, dict(picture.getexif())) == ((20, 40), {})
    assert decode(content).shape == (40, 20, 3)
    assert cut(image, PixelBox(left=0, top=0, right=9, bottom=9), 0)


def png_with_texts() -> bytes:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("large", "x" * 2_000_000, zip=True)
    notes.add_itxt("also", "y" * 2_000_000, zip=True)
    file = BytesIO()
    PIL.Image.new("RGB", (40, 20), "red").save(file, "PNG", pnginfo=notes)
    return file.getvalue()


def test_and_large_texts_of_a_png_are_left_out() -> None:
    content = png_with_texts()

    assert b"zTXt" not in without_texts(content)
    assert smaller_jpeg(content, 400)
    assert fitted(Image(content=content, content_type="image/png"), **LIMITS).width == 40
    assert decode(content).shape == (20, 40, 3)


def test_and_a_png_that_breaks_off_in_a_text_is_as_it_is() -> None:
    content = png_with_texts()
    broken_off = content[: content.index(b"zTXt") + 50]

    assert len(without_texts(broken_off)) <= len(broken_off)
    assert without_texts(b"no PNG tEXt") == b"no PNG tEXt"
    assert zlib.crc32(without_texts(b"\x89PNG\r\n\x1a\ntEXt")) is not None


def test_and_a_grey_one_of_16_bits_keeps_its_tones() -> None:
    file = BytesIO()
    PIL.Image.new("I;16", (40, 20), 0x8000).save(file, "PNG")

    for made in (
        smaller_jpeg(file.getvalue(), 400),
        fitted(Image(content=file.getvalue(), content_type="image/png"), **LIMITS).content,
    ):
        with PIL.Image.open(BytesIO(made)) as picture:
            darkest_and_lightest = picture.convert("L").getextrema()
        assert all(abs(int(tone) - 128) < 3 for tone in darkest_and_lightest)  # type: ignore[arg-type]


def test_and_a_jpeg_that_lacks_its_end_has_all_its_pictures() -> None:
    written = BytesIO()
    PIL.Image.effect_noise((640, 480), 80).convert("RGB").save(written, "JPEG")
    content = written.getvalue()[:-2]
    image = Image(content=content, content_type="image/jpeg")

    assert decode(content).shape == (480, 640, 3)
    assert smaller_jpeg(content, 320)
    assert fitted(image, max_bytes=10_000_000, content_types=frozenset({"image/jpeg"})).width == 640
