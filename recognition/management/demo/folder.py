"""A folder of photos as an album: its files, and the numbers known to be on them."""

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

SUFFIXES = {".jpg": ".jpg", ".jpeg": ".jpg", ".png": ".png"}


class UnusableFolder(Exception):
    """The folder, or a file beside it, cannot be used; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPhoto:
    """A file of the folder. `numbers` None: it is not known what is on it."""

    photo_id: UUID
    file: Path
    numbers: frozenset[str] | None

    @property
    def stored_name(self) -> str:
        return f"{self.photo_id}{SUFFIXES[self.file.suffix.lower()]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoAlbum:
    """The folder. Its ids depend on its content and how it is read, so a second run is a repeat."""

    album_id: UUID
    name: str
    photos: tuple[DemoPhoto, ...]
    start_list: tuple[str, ...] | None


def read_folder(
    folder: Path, numbers: Path | None, start_list: Path | None, variant: str
) -> DemoAlbum:
    """Read a folder of photos.

    :param numbers: CSV with the columns `photo` and `numbers` (separated by spaces).
    :param start_list: start numbers, one a line.
    :param variant: a text that makes the same photos another album.
    :raises UnusableFolder: no such folder, no photos in it, a file that cannot be read.
    """
    files = _photos_in(folder)
    truth = _numbers_of(numbers) if numbers else {}
    expected = _lines_of(start_list) if start_list else None
    seed = hashlib.sha256(repr((variant, expected)).encode())
    for file in files:
        seed.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    album_id = uuid5(NAMESPACE_URL, f"demo:{seed.hexdigest()}")
    photos = (
        DemoPhoto(
            photo_id=uuid5(album_id, file.name),
            file=file,
            numbers=truth.get(file.name, frozenset()) if numbers else None,
        )
        for file in files
    )
    return DemoAlbum(
        album_id=album_id, name=folder.resolve().name, photos=tuple(photos), start_list=expected
    )


def _photos_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise UnusableFolder(f"{folder} is not a folder.")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES)
    if not files:
        raise UnusableFolder(f"{folder} holds no photos ({', '.join(SUFFIXES)}).")
    return files


def _numbers_of(file: Path) -> dict[str, frozenset[str]]:
    try:
        with file.open(newline="", encoding="utf-8") as rows:
            return {
                row["photo"]: frozenset((row["numbers"] or "").split())
                for row in csv.DictReader(rows)
            }
    except (OSError, ValueError, KeyError, csv.Error) as error:
        raise UnusableFolder(f"{file} is no CSV of photo,numbers ({error!r}).") from error


def _lines_of(file: Path) -> tuple[str, ...]:
    try:
        return tuple(file.read_text(encoding="utf-8").split())
    except (OSError, ValueError) as error:
        raise UnusableFolder(f"{file} cannot be read ({error}).") from error
