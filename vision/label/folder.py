"""A folder of photos that is being labelled: one process has it, each change is on the disk."""

import fcntl
import hashlib
import json
import os
import shutil
import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from PIL import ExifTags, Image

from vision.images import FORMATS
from vision.labelled.album import LabelledAlbum, LabelledPhoto, UnusableLabels, photo_in
from vision.labelled.files import (
    LABELS,
    NUMBERS,
    photo_of_row,
    read_album,
    read_rows,
    rows_with,
    write_album,
    write_rows,
)

PICTURES = {".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
TAKEN = (ExifTags.Base.DateTimeOriginal, ExifTags.Base.DateTime)


class FolderInUse(Exception):
    """Another process labels this folder."""


class PhotoUnknown(Exception):
    """The folder has no such photo."""


class LabelsChanged(Exception):
    """The labels of the photo are not those that the change began with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A photo of the folder; `taken_on` is the camera's time as it wrote it, or empty."""

    name: str
    taken_on: str


class LabelFolder:
    """The photos of a folder with their labels; use as a context manager.

    `notes` says what a person should know: files that are left out, a file that was copied.
    """

    def __init__(self, path: Path) -> None:
        """Open a folder for labelling.

        :raises FolderInUse: another process has it.
        :raises UnusableLabels: `labels.json` or `numbers.csv` is damaged.
        :raises OSError: there is no such folder, or it cannot be written.
        """
        self.path = path
        self.notes: list[str] = []
        self._changing = threading.Lock()
        self._lock = _locked(path)
        try:
            self.photos = {photo.name: photo for photo in self._photos()}
            self.album = self._album()
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def file(self, name: str) -> Path:
        """Return the path of a photo.

        :raises PhotoUnknown: there is no such photo.
        """
        if name not in self.photos:
            raise PhotoUnknown
        return self.path / name

    def label(self, name: str) -> LabelledPhoto:
        """Return the labels of a photo.

        :raises PhotoUnknown: there is no such photo.
        """
        self.file(name)
        return self.album.photos.get(name, LabelledPhoto())

    def change(self, name: str, document: Any, before: str) -> str:
        """Store the labels of a photo on the disk; return their tag.

        The same change again, whose answer was lost, is success.

        :param before: the tag of the labels that were changed.
        :raises PhotoUnknown: there is no such photo.
        :raises LabelsChanged: they have another tag by now.
        :raises UnusableLabels: the document is not one of labels.
        :raises OSError: the disk refuses; nothing has changed.
        """
        with self._changing:
            known = self.label(name)
            photo = photo_in(document, name)
            if photo.burst and photo.burst not in self.photos:
                raise UnusableLabels(f"{name}: there is no photo {photo.burst!r}")
            if tag_of(photo) == tag_of(known):
                return tag_of(known)
            if tag_of(known) != before:
                raise LabelsChanged
            self._store(LabelledAlbum(photos={**self.album.photos, name: photo}))
            return tag_of(photo)

    def _store(self, album: LabelledAlbum) -> None:
        numbers = self.path / NUMBERS
        rows = read_rows(numbers)
        told = rows_with(rows, album)
        write_album(self.path / LABELS, album)
        self.album = album
        if told != rows:
            write_rows(numbers, told)

    def _photos(self) -> Iterable[PhotoFile]:
        for file in sorted(self.path.iterdir()):
            if file.suffix.lower() not in PICTURES or not file.is_file():
                continue
            try:
                with Image.open(file, formats=FORMATS) as picture:
                    yield PhotoFile(name=file.name, taken_on=_taken_on(picture))
            except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
                self.notes.append(f"{file.name} is left out: it cannot be read as a picture.")

    def _album(self) -> LabelledAlbum:
        """Return the labels of `labels.json`, and of `numbers.csv` for the photos that it lacks."""
        labels, numbers = self.path / LABELS, self.path / NUMBERS
        album = read_album(labels) if labels.exists() else LabelledAlbum()
        rows = read_rows(numbers)
        known = {row["photo"] for row in rows}
        both = {name: photo for name, photo in album.photos.items() if name in known}
        if rows != rows_with(rows, LabelledAlbum(photos=both)):
            self._copy(numbers)
        told = {row["photo"]: photo_of_row(row) for row in rows}
        missing = [name for name in {**told, **album.photos} if name not in self.photos]
        if missing:
            self.notes.append(f"Labelled, but not in the folder: {', '.join(sorted(missing))}.")
        return replace(album, photos={**told, **album.photos})

    def _copy(self, numbers: Path) -> None:
        """Keep a `numbers.csv` that differs; a person has changed it, or a crash left it behind."""
        count = 1
        while (kept := numbers.with_suffix(f".before-{count}.csv")).exists():
            count += 1
        shutil.copy2(numbers, kept)
        self.notes.append(
            f"{NUMBERS} differs from {LABELS}, which counts. It is kept as {kept.name}."
        )


def tag_of(photo: LabelledPhoto) -> str:
    """Return a short text that differs for different labels."""
    text = json.dumps(photo.as_json(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _locked(folder: Path) -> int:
    """Lock a folder until the process ends, however it ends; return the open folder."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.access(folder, os.W_OK):
            raise PermissionError(f"{folder} cannot be written")
    except BlockingIOError as error:
        os.close(opened)
        raise FolderInUse(f"{folder} is being labelled by another process") from error
    except BaseException:
        os.close(opened)
        raise
    return opened


def _taken_on(picture: Image.Image) -> str:
    """Return the camera's time, with fractions of a second if it wrote them; empty: none."""
    notes = picture.getexif()
    inner = notes.get_ifd(ExifTags.IFD.Exif)
    for name in TAKEN:
        taken = inner.get(name) or notes.get(name)
        if isinstance(taken, str) and taken.strip("\0 "):
            part = str(inner.get(ExifTags.Base.SubsecTimeOriginal) or "").strip("\0 ")
            return f"{taken.strip(chr(0) + ' ')}{f'.{part}' if part.isdigit() else ''}"
    return ""
