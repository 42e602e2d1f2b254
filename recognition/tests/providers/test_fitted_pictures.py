"""A picture for a face provider…"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from threading import Event, get_ident
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image as Pictures
from PIL.ImageFile import ImageFile

from foundation.fetching.pictures import CONTENT_TYPES
from recognition.commands.photos.asking import recognise_faces
from recognition.commands.photos.sweeping import claim_due_photos
from recognition.models import FaceProviderName, Photo, Strategy
from recognition.providers.failures import FinalFailure
from recognition.providers.images import pictures
from recognition.providers.images.pictures import (
    FittedImage,
    PixelBox,
    cut,
    fitted,
    smaller_jpeg,
    usable_picture,
)
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.play.painted_faces import image_of, photo, seen, size_of
from recognition.tests.play.selfie_pictures import bomb

PIXELS = 640 * 480  # of the painted photo


def fit(image: Any, max_bytes: int = 1_000_000) -> FittedImage:
    return fitted(image, max_bytes=max_bytes, content_types=CONTENT_TYPES)


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


def test_is_not_decoded_to_learn_its_size() -> None:
    with pytest.raises(FinalFailure, match="more than the 48000000 pixels accepted"):
        fit(replace(photo(), content=bomb(7_000)))


def test_has_fewer_pixels_in_four_colours(settings: Any) -> None:
    settings.IMAGE_MAX_PIXELS = PIXELS

    with pytest.raises(FinalFailure, match=f"more than the {PIXELS * 3 // 4} pixels accepted"):
        fit(image_of(Pictures.new("CMYK", (640, 480)), "JPEG", Pictures.Exif()))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_may_be_of_a_camera_of_24_megapixels(settings: Any, kind: str) -> None:
    settings.IMAGE_MAX_PIXELS //= 10_000  # of the default; decoding a real one would take seconds

    assert fit(image_of(Pictures.new("RGB", (60, 40)), kind, Pictures.Exif())).width == 60


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


def test_lets_the_next_one_in_when_it_cannot_be_used() -> None:
    with pytest.raises(FinalFailure):
        usable_picture(b"no picture")

    assert usable_picture(photo().content).content_type == "image/jpeg"


def test_fails_its_photo_at_once_where_it_cannot_be_used(peers, settings, db):
    settings.IMAGE_MAX_PIXELS = 0
    now = timezone.now()
    space = AccountSpaceFactory.create(
        account__provider=FaceProviderName.COMPREFACE,
        account__base_url=peers.url("face-provider"),
        account__credentials={"key": "k"},
    )
    album = AlbumFactory.create(
        strategy=Strategy.DISABLED, face_account=space.account, face_space=space
    )
    url = peers.url("album", "/pixel.jpg")
    PhotoFactory.create(album=album, image_url=url, faces_next_attempt_on=now)
    claim_due_photos(now, 9)

    recognise_faces(Photo.objects.with_album().get(), now)

    found = Photo.objects.get()
    assert found.face_failure == "The image has more than the 0 pixels accepted."
    assert found.faces_next_attempt_on is None
    assert peers.stats("face-provider")["requests"] == 0
    assert claim_due_photos(now + timedelta(days=1), 9) == []
