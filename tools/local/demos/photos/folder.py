"""A folder of photos as an album: its files, and their true numbers."""

import codecs
import csv
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from PIL import Image, UnidentifiedImageError

SENT_AS_THEY_ARE = {".jpg", ".jpeg", ".png"}
# Of cameras and telephones, and unknown to `mimetypes`.
PICTURES = {".arw", ".cr2", ".cr3", ".dng", ".heic", ".heif", ".nef", ".webp"}


# Above the column of a start list that has the numbers, where it has titles.
TITLES = {"number", "start number", "startnumber", "startnummer", "bib", "bib number", "dorsal"}
_START_NUMBER = re.compile(r"[^\W\d_]{0,3}[- ]?\d+[- ]?[^\W\d_]{0,3}")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
Truth = tuple[str, frozenset[str]]  # the name of a photo as written, and its numbers


class UnusableFolder(Exception):
    """The folder, or a file beside it, cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPhoto:
    """A file of the folder. `numbers` None: the true numbers are not known."""

    photo_id: UUID
    file: Path
    numbers: frozenset[str] | None

    @property
    def stored_name(self) -> str:
        """Its name in the sandbox: its own, and that of a JPEG where it is converted to one."""
        return f"{self.file.name}.jpg" if self.is_converted else self.file.name

    @property
    def is_converted(self) -> bool:
        return self.file.suffix.lower() not in SENT_AS_THEY_ARE


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoAlbum:
    """The folder. The ids depend on its content and how it is read: a second run is a repeat.

    `skipped`: names of the pictures that cannot be read here. `unmatched`: names of photos with
    true numbers that are not in the folder.
    """

    album_id: UUID
    name: str
    photos: tuple[DemoPhoto, ...]
    start_list: tuple[str, ...] | None
    skipped: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()


def read_folder(
    folder: Path, numbers: Path | None, start_list: Path | None, variant: str
) -> DemoAlbum:
    """Read a folder of photos.

    :param numbers: CSV with the columns `photo` and `numbers` (separated by spaces), also as Excel
        saves it.
    :param start_list: start numbers, one a line, or a table with a column of them.
    :param variant: another text gives the same photos another album.
    """
    files, skipped = _photos_in(folder)
    truth = _numbers_of(numbers) if numbers else {}
    expected = _start_numbers_of(start_list) if start_list else None
    seed = hashlib.sha256(repr((variant, expected)).encode())
    for file in files:
        seed.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    album_id = uuid5(NAMESPACE_URL, f"demo:{seed.hexdigest()}")
    photos = []
    for file in files:
        known = truth.get(file.name.casefold(), (file.name, frozenset()))[1] if numbers else None
        photos.append(DemoPhoto(photo_id=uuid5(album_id, file.name), file=file, numbers=known))
    return DemoAlbum(
        album_id=album_id,
        name=folder.resolve().name,
        photos=tuple(photos),
        start_list=expected,
        skipped=tuple(file.name for file in skipped),
        unmatched=_without_photo(truth, [*files, *skipped]),
    )


def _photos_in(folder: Path) -> tuple[Sequence[Path], Sequence[Path]]:
    if not folder.is_dir():
        raise UnusableFolder(f"{folder} is not a folder.")
    pictures = sorted(file for file in folder.iterdir() if _is_picture(file))
    files = [file for file in pictures if _is_usable(file)]
    skipped = [file for file in pictures if file not in files]
    if not files:
        seen = f"; not readable here: {', '.join(file.name for file in skipped)}" if skipped else ""
        raise UnusableFolder(f"{folder} holds no photos{seen}.")
    return files, skipped


def _is_picture(file: Path) -> bool:
    if not file.is_file():
        return False
    kind, _ = mimetypes.guess_type(file.name)
    return (kind or "").startswith("image/") or file.suffix.lower() in PICTURES


def _is_usable(file: Path) -> bool:
    """Return whether the photo can be sent; a damaged JPEG or PNG can, to show what happens."""
    if file.suffix.lower() in SENT_AS_THEY_ARE:
        return True
    try:
        with Image.open(file):
            return True
    except (UnidentifiedImageError, OSError, ValueError):
        return False


def _without_photo(truth: Mapping[str, Truth], files: Iterable[Path]) -> tuple[str, ...]:
    names = {file.name.casefold() for file in files}
    return tuple(name for known, (name, _) in truth.items() if known not in names)


def _numbers_of(file: Path) -> dict[str, Truth]:
    """Return the names with their numbers, by the names in small letters."""
    head, *rows = _rows_of(file)
    columns = [cell.strip().casefold() for cell in head]
    if not {"photo", "numbers"} <= set(columns):
        raise UnusableFolder(f"{file} is no CSV of photo,numbers: its columns are {head}.")
    photo, numbers = columns.index("photo"), columns.index("numbers")
    found = {}
    for row in rows:
        cells = [*row, *("" for _ in columns)]
        name = cells[photo].strip()
        read = frozenset(re.split(r"[\s,;/]+", cells[numbers]))
        found[name.casefold()] = (name, read - {""})
    return found


def _start_numbers_of(file: Path) -> tuple[str, ...]:
    """Return the column that is titled so, else the first of those with the most numbers."""
    rows = [[cell.strip() for cell in row] for row in _rows_of(file)]
    width = max(map(len, rows))
    columns = [[row[place] for row in rows if place < len(row)] for place in range(width)]
    titled = [column for column in columns if column and column[0].casefold() in TITLES]
    chosen = max(titled or columns, key=lambda column: len(_numbers_in(column)))
    if not (found := _numbers_in(chosen)):
        raise UnusableFolder(f"{file} has no start numbers.")
    return found


def _numbers_in(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(cell for cell in cells if _START_NUMBER.fullmatch(cell))


def _rows_of(file: Path) -> list[list[str]]:
    """Return the rows of a table, as text or as Excel saves it: with `;`, a comma or a tab."""
    try:
        content = file.read_bytes()
        text = content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
        between = max(";\t,", key=next(iter(text.splitlines()), "").count)
        rows = [row for row in csv.reader(StringIO(text), delimiter=between) if any(row)]
    except (OSError, ValueError, csv.Error) as error:
        raise UnusableFolder(f"{file} cannot be read ({error}).") from error
    if not rows:
        raise UnusableFolder(f"{file} is empty.")
    return rows
