"""Our own copies of photos' pictures, in sizes to look at: files of a folder of limited size.

All processes of all machines share the folder. A file is there whole or not at all, and has no
metadata of the photo. It is named by the photo's id and the size alone; a face by its place, too.

A folder that is full or refuses us costs the copy, never the picture.
"""

import errno
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import chain
from pathlib import Path
from tempfile import mkstemp
from threading import BoundedSemaphore
from urllib.parse import quote
from uuid import UUID

import structlog
from django.conf import settings
from django.core.cache import caches
from django.db.models import TextChoices

from foundation.records.database import Swept, do_each
from foundation.records.formats import guid_or_none
from foundation.records.refusals import NotFound, Unavailable
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.pictures import face_jpeg, fetch_image, smaller_jpeg
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

log = structlog.get_logger(__name__)

FOLDERS = 256  # by the first byte of the id; each has an equal share of the bytes allowed
_PART = ".part"
_PARTS_LEFT_AFTER = timedelta(hours=1)  # of a process that was killed


class PictureSize(TextChoices):
    """What a copy is for; `EDGES` has its longer side at most, in pixels."""

    THUMBNAIL = "thumbnail"
    WORKBENCH = "workbench"
    PAGE = "page"


# A tagger on a slow line waits for each byte of the first look; zoomed, the next size comes.
QUALITIES = {PictureSize.THUMBNAIL: 82, PictureSize.WORKBENCH: 74, PictureSize.PAGE: 82}
EDGE_OF_FACE = 240
EDGES = {PictureSize.THUMBNAIL: 320, PictureSize.WORKBENCH: 1280, PictureSize.PAGE: 2048}


class PictureNotAvailable(NotFound):
    """The picture cannot be fetched or read; its host is not asked again for a minute."""


class TooManyPictures(Unavailable):
    """Other pictures are being fetched."""


def kept_picture(photo_id: UUID, size: str) -> bytes | None:
    """Return the copy as a JPEG file, which counts as used now; None: there is none.

    :param size: a `PictureSize`, or the name of a face.
    """
    content, path = None, _path(photo_id, size)
    with _without_folder():
        content = path.read_bytes()
        _mark_used(path)
    return content


def fetch_picture(photo_id: UUID, size: PictureSize, address: Callable[[], str]) -> bytes:
    """Fetch the photo from its host; keep and return a copy of this size as a JPEG file.

    :param address: returns the photo's address, or refuses a photo that must not be shown. It is
        called after the copy's place was taken: `forget_pictures` either sees the place, or was
        called before the address is read.
    :raises PictureNotAvailable: it cannot be fetched or read, or could not a moment ago.
    :raises TooManyPictures: as many are fetched as this process may; try again soon.
    """
    with _one_of_few(), _place(photo_id) as place:
        content = _remembering_failures(photo_id, address(), size)
        if place is not None:
            with _without_folder():
                _keep(content, place, _path(photo_id, size))
    with _without_folder():
        _drop_least_used(_folder(photo_id))
    return content


def forget_pictures(photo_id: UUID) -> None:
    """Remove the photo's copies, its faces too; a fetch that is under way leaves none either."""
    # The places first: one that becomes a copy in between is found by the second pattern.
    for pattern in (f"{photo_id}.*{_PART}", f"{photo_id}.*"):
        for path in _folder(photo_id).glob(pattern):
            path.unlink(missing_ok=True)


def photos_with_pictures() -> Iterator[set[UUID]]:
    """Return the ids of the photos that have copies, a folder at a time."""
    for folder in _folders():
        names = (guid_or_none(path.name.partition(".")[0]) for path in folder.iterdir())
        yield {name for name in names if name is not None}


def old_pictures(before: datetime, now: datetime) -> Iterator[Path]:
    """Yield the copies that were made before a moment, and what killed processes left."""
    limits = {_PART: (now - _PARTS_LEFT_AFTER).timestamp()}
    for folder in _folders():
        for path, facts in _files(folder):
            if facts.st_mtime < limits.get(path.suffix, before.timestamp()):
                yield path


def _folder(photo_id: UUID) -> Path:
    return Path(settings.PICTURE_FOLDER, f"{photo_id}"[:2])


def _folders() -> list[Path]:
    root = Path(settings.PICTURE_FOLDER)
    return sorted(path for path in root.glob("??") if path.is_dir())


def _path(photo_id: UUID, size: str) -> Path:
    return _folder(photo_id) / f"{photo_id}.{size}"


@contextmanager
def _one_of_few() -> Iterator[None]:
    """Leave most threads of a web process to other requests than those that wait for a host."""
    places = _places(settings.PICTURE_FETCHES_AT_ONCE)
    if not places.acquire(blocking=False):
        raise TooManyPictures(retry_after=timedelta(seconds=1))
    try:
        yield
    finally:
        places.release()


@cache
def _places(at_once: int) -> BoundedSemaphore:
    return BoundedSemaphore(at_once)


@contextmanager
def _without_folder() -> Iterator[None]:
    """Go on without the copy where the folder fails: the disk is full, or we may not write to it.

    A file that is not there is no failure: it was never made, or the photo was forgotten meanwhile.
    """
    try:
        yield
    except FileNotFoundError:
        pass
    except OSError as error:
        code = errno.errorcode.get(error.errno or 0, "")
        # Once a minute: every picture that is looked at meets it. Without the path, which has ids.
        if caches["picture_failures"].add(f"folder/{code}", code):
            log.warning("pictures_not_kept", error=type(error).__name__, errno=code)


@contextmanager
def _place(photo_id: UUID) -> Iterator[Path | None]:
    """Give a file for a copy that is being made, where `forget_pictures` finds it.

    None: there can be none, and so no copy. One that was made later would escape
    `forget_pictures`.
    """
    place = None
    with _without_folder():
        place = _new_place(photo_id)
    try:
        yield place
    finally:
        if place is not None:
            with _without_folder():
                place.unlink(missing_ok=True)


def _new_place(photo_id: UUID) -> Path:
    folder = _folder(photo_id)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened, name = mkstemp(dir=folder, prefix=f"{photo_id}.", suffix=_PART)
    os.close(opened)
    return Path(name)


def _keep(content: bytes, place: Path, path: Path) -> None:
    """Make the place the copy, unless it was taken away."""
    with place.open("r+b") as file:  # never makes it again
        file.write(content)
    _mark_used(place)
    place.replace(path)


def _mark_used(path: Path) -> None:
    """Set the copy's time of use, always by our own clock: a file system's may lag behind it."""
    os.utime(path, (time.time(), path.stat().st_mtime))


def _remembering_failures(photo_id: UUID, address: str, size: PictureSize) -> bytes:
    """Return the smaller picture; a photo that fails is not tried again for a minute.

    Nor is another photo of the same host, where the failure may be the host's: a list of photos
    would wait for it once a row.
    """
    failures = caches["picture_failures"]
    host = address.partition("://")[2].partition("/")[0]
    of_photo, of_host = f"photo/{photo_id}", f"host/{quote(host)[:200]}"
    if known := failures.get(of_photo) or failures.get(of_host):
        raise PictureNotAvailable(known)
    try:
        content = fetch_image(address).content
        return smaller_jpeg(content, EDGES[size], QUALITIES[size])
    except ProcessingFailure as failure:
        failed = of_photo if isinstance(failure, FinalFailure) else of_host
        failures.set(failed, failure.reason)
        raise PictureNotAvailable(failure.reason) from failure


def _drop_least_used(folder: Path) -> None:
    """Remove the copies used longest ago until the folder has no more than its share of bytes."""
    kept = [(path, facts) for path, facts in _files(folder) if path.suffix != _PART]
    excess = sum(facts.st_size for _, facts in kept) - settings.PICTURE_CACHE_BYTES // FOLDERS
    for path, facts in sorted(kept, key=lambda one: one[1].st_atime_ns):
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= facts.st_size


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process has just removed it
            yield path, path.stat()


# The picture of a photo, for staff and taggers: from our own copies, or made now.


class PhotoWasDeleted(NotFound):
    """The photo was deleted, and its picture is not shown."""


def get_picture(photo_id: UUID, size: PictureSize) -> bytes:
    """Return the photo's picture in this size, as a JPEG file.

    :raises PhotoNotFound: no such photo.
    :raises PhotoWasDeleted: it was deleted.
    :raises PictureNotAvailable: it cannot be fetched or read.
    :raises TooManyPictures: try again soon.
    """
    address = partial(_address, photo_id)
    address()
    return kept_picture(photo_id, size) or fetch_picture(photo_id, size, address)


def get_face(photo_id: UUID, person_id: str) -> bytes:
    """Return the face of a person on a photo as a JPEG file, cut from our copy of the photo.

    :raises PictureNotAvailable: no such face is known, or its photo cannot be had.
    :raises PhotoWasDeleted: the photo was deleted.
    :raises TooManyPictures: try again soon.
    """
    name = _name_of_face(_box_of(photo_id, person_id))
    return kept_picture(photo_id, name) or _cut_face(photo_id, person_id)


def _cut_face(photo_id: UUID, person_id: str) -> bytes:
    picture = get_picture(photo_id, PictureSize.PAGE)
    with _place(photo_id) as place:
        # After the place was taken: what is erased from now on takes it away.
        box = _box_of(photo_id, person_id)
        try:
            content = face_jpeg(picture, box, EDGE_OF_FACE)
        except ProcessingFailure as failure:
            raise PictureNotAvailable(failure.reason) from failure
        if place is not None:
            with _without_folder():
                _keep(content, place, _path(photo_id, _name_of_face(box)))
    with _without_folder():
        _drop_least_used(_folder(photo_id))
    return content


def _box_of(photo_id: UUID, person_id: str) -> Mapping[str, float]:
    _address(photo_id)
    face = PhotoPerson.objects.filter(photo=photo_id, person_id=person_id).first()
    if face is None or face.box is None:
        raise PictureNotAvailable("It is not known where on the photo the face is.")
    found: Mapping[str, float] = face.box
    return found


def _name_of_face(box: Mapping[str, float]) -> str:
    place = json.dumps(box, sort_keys=True).encode()
    return f"face-{hashlib.sha256(place).hexdigest()[:16]}"


def _address(photo_id: UUID) -> str:
    photo = Photo.objects.only("image_url", "state").get_or_refuse(photo_id)
    if photo.state == PhotoState.DELETED:
        raise PhotoWasDeleted
    return photo.image_url


# Our copies of photos' pictures: which are removed, and when.


def sweep_pictures(now: datetime) -> Swept[None]:
    """Remove copies that are too old, and those of photos that are deleted or not known.

    The deletion of a photo removes its copies itself, unless its process ends in that moment.
    """
    old = old_pictures(now - settings.PICTURES_KEEP, now)
    gone: Iterator[Path | UUID] = chain(old, _without_photo())
    return do_each("recognition.sweep_pictures", gone, _remove)


def _remove(what: Path | UUID) -> None:
    if isinstance(what, Path):
        what.unlink(missing_ok=True)
    else:
        forget_pictures(what)


def _without_photo() -> Iterator[UUID]:
    for photo_ids in photos_with_pictures():
        shown = Photo.objects.filter(pk__in=photo_ids).exclude(state=PhotoState.DELETED)
        yield from photo_ids.difference(shown.values_list("pk", flat=True))
