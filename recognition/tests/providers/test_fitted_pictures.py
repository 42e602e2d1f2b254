"""A picture for a face provider…"""

import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from threading import Event, get_ident
from typing import Any

import PIL.Image
import pytest
from django.utils import timezone
from PIL import Image as Pictures
from PIL import PngImagePlugin
from PIL.ExifTags import Base
from PIL.ImageFile import ImageFile

from foundation.fetching.picture_files import without_texts
from foundation.fetching.pictures import CONTENT_TYPES, Image
from recognition.models import FaceProviderName, Photo, Strategy
from recognition.processing.processing import recognise_faces
from recognition.processing.storing import claim_due_photos
from recognition.providers import pictures
from recognition.providers.failures import FinalFailure
from recognition.providers.pictures import (
    FittedImage,
    PixelBox,
    cut,
    fitted,
    smaller_jpeg,
    usable_picture,
)
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.play.painted_faces import image_of, photo, seen, size_of
from vision.images import decode

PIXELS = 640 * 480  # of the painted photo


def fit(image: Any, max_bytes: int = 1_000_000) -> FittedImage:
    return fitted(image, max_bytes=max_bytes, content_types=CONTENT_TYPES)


def fit_as_jpeg(content: bytes, kind: str = "image/jpeg") -> FittedImage:
    image = Image(content=content, content_type=kind)
    return fitted(image, max_bytes=10_000_000, content_types=frozenset({"image/jpeg"}))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("kind", "most"), [("JPEG", PIXELS), ("PNG", PIXELS * 4 // 3), ("WEBP", PIXELS * 5 // 2)]
)
def test_has_no_more_pixels_than_are_allowed(settings, kind, most, turned):
    image = photo("ann", kind=kind, turned=turned)
    settings.IMAGE_MAX_PIXELS = most
    assert fit(image).width == 640

    settings.IMAGE_MAX_PIXELS = most - 1
    with pytest.raises(FinalFailure, match="more than the 307199 pixels accepted"):
        fit(image)


def test_has_fewer_pixels_in_four_colours(settings: Any) -> None:
    settings.IMAGE_MAX_PIXELS = PIXELS

    with pytest.raises(FinalFailure, match=f"more than the {PIXELS * 3 // 4} pixels accepted"):
        fit(image_of(Pictures.new("CMYK", (640, 480)), "JPEG", Pictures.Exif()))


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "BMP"])
def test_is_a_jpeg_png_or_webp_whatever_was_announced(kind: str) -> None:
    with pytest.raises(FinalFailure, match="no JPEG, PNG or WebP"):
        fit(replace(photo(kind=kind), content_type="image/jpeg"))


def test_has_its_true_type() -> None:
    image = photo("ann", kind="WEBP")

    sent = fit(replace(image, content_type="image/jpeg"))

    assert (sent.content_type, sent.content) == ("image/webp", image.content)
    png = fitted(image, max_bytes=1_000_000, content_types=frozenset({"image/png"}))
    assert png.content_type == "image/jpeg"
    assert png.content.startswith(b"\xff\xd8")


@pytest.mark.parametrize("turned", [False, True])
def test_is_halved_where_decoding_it_whole_would_fill_the_memory(monkeypatch, turned):
    monkeypatch.setattr(pictures, "_PLENTY", PIXELS - 1)
    image = photo("ann", turned=turned)

    sent = fit(image, max_bytes=len(image.content) - 1)

    assert (sent.width, sent.height) == size_of(sent.content) == (320, 240)
    with Pictures.open(BytesIO(sent.content)) as small:
        assert small.convert("RGB").getpixel((40, 55)) == pytest.approx((220, 20, 20), abs=12)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_is_halved_earlier_as_a_webp(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(pictures, "_PLENTY_OF_WEBP", 60 * 40 - 1)
    image = image_of(Pictures.new(mode, (60, 40), "red"), "WEBP", Pictures.Exif())

    sent = fitted(image, max_bytes=1_000_000, content_types=frozenset({"image/png"}))

    with Pictures.open(BytesIO(sent.content)) as small:
        assert (small.size, small.mode) == ((30, 20), "RGB")
        assert small.getpixel((9, 9)) == pytest.approx((255, 0, 0), abs=3)


def test_is_cut_at_half_its_size_where_decoding_it_whole_would_fill_the_memory(monkeypatch):
    monkeypatch.setattr(pictures, "_PLENTY", PIXELS - 1)
    image = fit(photo("ann"))
    assert image.width == 640

    part = cut(image, PixelBox(left=30, top=60, right=130, bottom=160), margin=0)

    assert size_of(part) == (50, 50)
    assert [face.person for face in seen(part)] == ["ann"]


def test_is_decoded_by_one_thread_of_a_process_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four ways of decoding race; each one inside waits a moment for a second."""
    image = photo("ann")
    fits = fit(image)
    ways = [
        lambda: usable_picture(image.content),
        lambda: smaller_jpeg(image.content, 300),
        lambda: fit(photo("ann", turned=True)),
        lambda: cut(fits, PixelBox(left=30, top=60, right=130, bottom=160), margin=0),
    ]
    load, inside, entries, most, second = ImageFile.load, set[int](), 0, 0, Event()

    def counting(picture: ImageFile) -> Any:
        nonlocal entries, most
        if get_ident() in inside:  # reading the size of a picture loads it again
            return load(picture)
        inside.add(get_ident())
        entries += 1
        most = max(most, len(inside))
        if most > 1:
            second.set()
        second.wait(0.1)
        try:
            return load(picture)
        finally:
            inside.remove(get_ident())

    monkeypatch.setattr(ImageFile, "load", counting)
    with ThreadPoolExecutor(len(ways)) as threads:
        for made in [threads.submit(way) for way in ways]:
            made.result()

    assert most == 1
    assert entries >= len(ways)


def test_fails_its_photo_at_once_where_it_cannot_be_used(peers, settings, db):
    with pytest.raises(FinalFailure):
        usable_picture(b"no picture")
    assert usable_picture(photo().content).content_type == "image/jpeg"  # the next one is let in
    settings.IMAGE_MAX_PIXELS = 0
    now = timezone.now()
    space = AccountSpaceFactory.create(
        account__provider=FaceProviderName.COMPREFACE,
        account__base_url=peers.url("face-provider"),
        account__credentials={"key": "k"},
    )
    album = AlbumFactory.create(strategy=Strategy.DISABLED, face_space=space)
    url = peers.url("album", "/pixel.jpg")
    PhotoFactory.create(album=album, image_url=url, faces_next_attempt_on=now)
    claim_due_photos(now, 9)

    recognise_faces(Photo.objects.with_album().get(), now)

    found = Photo.objects.get()
    assert found.face_failure == "The image has more than the 0 pixels accepted."
    assert found.faces_next_attempt_on is None
    assert peers.stats("face-provider")["requests"] == 0
    assert claim_due_photos(now + timedelta(days=1), 9) == []


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
def test_is_turned_by_its_orientation_whatever_its_notes_are(content):
    image = fit_as_jpeg(content)

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


def test_has_no_large_texts_of_a_png():
    content = png_with_texts()

    assert b"zTXt" not in without_texts(content)
    assert smaller_jpeg(content, 400)
    assert fit_as_jpeg(content, "image/png").width == 40
    assert decode(content).shape == (20, 40, 3)
    broken_off = content[: content.index(b"zTXt") + 50]  # is as it is
    assert len(without_texts(broken_off)) <= len(broken_off)
    assert without_texts(b"no PNG tEXt") == b"no PNG tEXt"
    assert zlib.crc32(without_texts(b"\x89PNG\r\n\x1a\ntEXt")) is not None
