"""Our own copies of photos' pictures…"""

import errno
import json
import os
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import PIL.Image
import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.utils import timezone
from PIL import ExifTags
from structlog.testing import capture_logs

from recognition.checks import SMALLEST_CACHE, check_picture_cache
from recognition.console.states_and_pictures import picture_address
from recognition.models import Photo, PhotoState
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.providers.failures import FinalFailure
from recognition.providers.pictures import NOT_FETCHED, smaller_jpeg
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    NumberRequestFactory,
    PhotoFactory,
)
from recognition.tests.play.selfie_pictures import bomb
from recognition.wire import picture_copies as cache
from recognition.wire.picture_copies import (
    FOLDERS,
    PictureNotAvailable,
    PictureSize,
    TooManyPictures,
    fetch_picture,
    kept_picture,
    sweep_pictures,
)
from tools.sandbox.client import SandboxClient

THUMBNAIL, PAGE = PictureSize.THUMBNAIL, PictureSize.PAGE


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    caches["picture_failures"].clear()
    return tmp_path / "pictures"


@pytest.fixture
def photo(db: None, folder: Path, sandbox: SandboxClient) -> Photo:
    return PhotoFactory.create(image_url=sandbox.url("album", "/pixel.jpg"))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def fetched(photo_id: UUID, url: str) -> bytes:
    return fetch_picture(photo_id, THUMBNAIL, lambda: url)


def asked(sandbox: SandboxClient) -> int:
    return int(sandbox.stats("album")["requests"])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_are_small_upright_and_without_metadata(kind: str) -> None:
    exif = PIL.Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # turn it by a quarter
    exif[ExifTags.Base.Artist] = "Ann Photographer"
    file = BytesIO()
    picture = PIL.Image.new("RGB", (900, 600))
    picture.save(file, kind, exif=exif, comment=b"taken by Ann", dpi=(300, 300))

    small = smaller_jpeg(file.getvalue(), 300)

    with PIL.Image.open(BytesIO(small)) as seen:
        assert (seen.format, seen.size) == ("JPEG", (200, 300))
        assert not seen.getexif()
        assert set(seen.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert b"Ann" not in small


@pytest.mark.parametrize(("side", "most"), [(9_000, 48_000_000), (100_000, 64_000_000)])
def test_are_made_of_no_file_that_bursts_when_it_is_decoded(side: int, most: int) -> None:
    with pytest.raises(FinalFailure, match=f"more than the {most} pixels"):
        smaller_jpeg(bomb(side), 300)


def test_are_refused_with_the_reason(staff, folder, sandbox, settings):
    bad = PhotoFactory.create(image_url=sandbox.url("album", "/text"))
    nowhere = PhotoFactory.create(image_url="")
    deleted = PhotoFactory.create(state=PhotoState.DELETED)

    def answer(photo_id: UUID, size: str = "thumbnail") -> tuple[int, str]:
        found = staff.get(f"/admin/recognition/photo/{photo_id}/picture/{size}", secure=True)
        assert found.headers["Content-Type"] == "text/plain"
        return found.status_code, found.content.decode()

    assert answer(bad.pk) == (
        404,
        f"{NOT_FETCHED}: 127.0.0.1, a private address, sent text/plain, no JPEG, PNG or WebP.",
    )
    assert "address" in answer(nowhere.pk)[1]
    assert answer(deleted.pk) == (404, "The photo was deleted, and its picture is not shown.")
    assert answer(uuid4())[0] == 404
    assert answer(bad.pk, "huge") == (404, "There is no such size.")
    settings.ALLOW_PRIVATE_IMAGE_URLS = False
    inside = PhotoFactory.create(image_url="http://10.1.2.3/1.jpg")
    assert "10.1.2.3 is a private address" in answer(inside.pk)[1]
    assert files(folder) == []


def test_are_not_asked_for_again_at_once_where_a_photo_or_its_host_failed(
    folder, sandbox, settings
):
    before, settings.IMAGE_TIMEOUT = asked(sandbox), 0.2
    first, second = uuid4(), uuid4()
    for photo_id, path in [(first, "/missing"), (first, "/missing"), (second, "/slow")]:
        with pytest.raises(PictureNotAvailable):
            fetched(photo_id, sandbox.url("album", path))
    with pytest.raises(PictureNotAvailable, match=r"broke off|did not send it"):
        fetched(uuid4(), sandbox.url("album", "/pixel.jpg"))
    assert asked(sandbox) == before + 2

    settings.PICTURE_FETCHES_AT_ONCE = 1  # few threads fetch at once

    def meanwhile() -> str:
        fetched(uuid4(), "")
        return ""

    with pytest.raises(TooManyPictures):
        fetch_picture(uuid4(), THUMBNAIL, meanwhile)


def test_go_when_the_folder_is_full_the_least_used_first(folder, sandbox, settings):
    old, used, new = (UUID(int=number) for number in range(3))  # of one folder
    url = sandbox.url("album", "/pixel.jpg")
    size = len(fetched(old, url))
    settings.PICTURE_CACHE_BYTES = FOLDERS * (2 * size)

    fetched(used, url)
    assert kept_picture(old, THUMBNAIL)
    assert kept_picture(used, THUMBNAIL)
    fetched(new, url)

    assert files(folder) == [f"{used}.thumbnail", f"{new}.thumbnail"]


def test_go_when_the_photo_is_deleted(staff, photo, folder, django_capture_on_commit_callbacks):
    other = PhotoFactory.create(image_url=photo.image_url)
    for address in (picture_address(photo.pk, size) for size in PictureSize):
        assert staff.get(address, secure=True).status_code == 200
    fetched(other.pk, photo.image_url)

    with django_capture_on_commit_callbacks(execute=True):
        delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))

    assert files(folder) == [f"{other.pk}.thumbnail"]
    assert staff.get(picture_address(photo.pk, PAGE), secure=True).status_code == 404


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what lets a function of the volume fail as on a full one; it works otherwise."""

    def fails(owner: Any, name: str, code: int = errno.ENOSPC) -> None:
        def fail(*_: object, **__: object) -> None:
            raise OSError(code, os.strerror(code), "/pictures/of/a/photo")

        monkeypatch.setattr(owner, name, fail)

    return fails


def test_that_cannot_be_kept_are_logged_once_a_minute(folder, sandbox, full):
    full(Path, "mkdir")

    with capture_logs() as lines:
        for _ in range(3):
            fetched(uuid4(), sandbox.url("album", "/pixel.jpg"))
        caches["picture_failures"].clear()  # a minute later
        fetched(uuid4(), sandbox.url("album", "/pixel.jpg"))

    assert [line["event"] for line in lines] == ["pictures_not_kept"] * 2


def test_are_swept_when_old_when_their_photo_is_gone_and_when_half_made(
    photo: Photo, folder: Path, sandbox: SandboxClient, settings: Any
) -> None:
    settings.PICTURES_KEEP = timedelta(days=1)
    deleted = PhotoFactory.create(image_url=photo.image_url, state=PhotoState.DELETED)
    for photo_id in (photo.pk, deleted.pk, uuid4()):
        fetched(photo_id, photo.image_url)
    half = folder / f"{photo.pk}"[:2] / f"{photo.pk}.x{cache._PART}"
    half.touch()

    now = timezone.now()
    sweep_pictures(now)
    assert files(folder) == sorted([f"{photo.pk}.thumbnail", half.name])
    sweep_pictures(now + timedelta(hours=2))
    assert files(folder) == [f"{photo.pk}.thumbnail"]
    sweep_pictures(now + timedelta(days=2))
    assert files(folder) == []


def test_need_some_room(settings: Any) -> None:
    settings.PICTURE_CACHE_BYTES = SMALLEST_CACHE - 1

    assert [error.id for error in check_picture_cache()] == ["recognition.E007"]


def listed(*arguments: str) -> dict[str, str]:
    written = StringIO()
    call_command("list_face_images", *arguments, stdout=written)
    read = [json.loads(line) for line in written.getvalue().splitlines()]
    return {each["imageId"]: each["imageUrl"] for each in read}


@pytest.mark.django_db
def test_of_faces_names_the_photos_of_its_albums_also_of_those_that_left_it():
    space = AccountSpaceFactory.create()
    album = AlbumFactory.create(face_space=space)
    photo = PhotoFactory.create(album=album)
    former = PhotoFactory.create(album=AlbumFactory.create(former_face_spaces=[space.pk]))
    PhotoFactory.create()
    PhotoFactory.create(album=album, image_url="")

    assert listed(space.external_id) == {str(each.pk): each.image_url for each in (photo, former)}


@pytest.mark.django_db
def test_of_faces_names_requests_where_the_number_provider_has_the_faces():
    NumberRequestFactory.create(provider_request_id="r-1")
    NumberRequestFactory.create()

    assert listed() == {"r-1": PhotoFactory.image_url}
