"""Reads labels from files, and writes them so that a crash leaves the old file or the new one."""

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from vision.labelled.album import (
    LabelledAlbum,
    LabelledNumber,
    LabelledPhoto,
    UnusableLabels,
    album_in,
    photo_in,
)

LABELS = "labels.json"
NUMBERS = "numbers.csv"
COLUMNS = ("photo", "numbers", "unsure", "race")


def read_album(path: Path) -> LabelledAlbum:
    """Read the labels of an album.

    :raises UnusableLabels: the file cannot be read, or is not as docs/labels.md says.
    """
    try:
        return album_in(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as error:
        raise UnusableLabels(f"{path.name} cannot be read: {error}") from error
    except UnusableLabels as error:
        raise UnusableLabels(f"{path.name}: {error}") from error


def write_album(path: Path, album: LabelledAlbum) -> None:
    """Replace the file as a whole."""
    replace_text(path, json.dumps(album.as_json(), indent=1, ensure_ascii=False) + "\n")


def read_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a `numbers.csv` with all its columns; none, if there is no such file.

    :raises UnusableLabels: it cannot be read, or has no column `photo` or `numbers`.
    """
    if not path.exists():
        return []
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            missing = {"photo", "numbers"}.difference(rows.fieldnames or ())
            if missing:
                raise UnusableLabels(f"{path.name} has no column {' or '.join(sorted(missing))}")
            # A row may be longer or shorter than the header.
            return [{key: row[key] or "" for key in row if key is not None} for row in rows]
    except (OSError, ValueError, csv.Error) as error:
        raise UnusableLabels(f"{path.name} cannot be read: {error}") from error


def photo_of_row(row: Mapping[str, str]) -> LabelledPhoto:
    """Return the labels that a row of `numbers.csv` has: numbers without boxes.

    :raises UnusableLabels: a pattern is not one.
    """
    numbers = tuple(LabelledNumber(value=value) for value in row["numbers"].split())
    unsure, race = tuple(row.get("unsure", "").split()), row.get("race", "")
    photo = LabelledPhoto(numbers=numbers, unsure=unsure, race=race)
    return photo_in(photo.as_json(), f"{NUMBERS}: {row['photo']}")


def rows_with(rows: Iterable[Mapping[str, str]], album: LabelledAlbum) -> list[dict[str, str]]:
    """Return the rows with those of all photos that are done; other rows and columns stay."""
    known = {row["photo"]: dict(row) for row in rows}
    for name, photo in sorted(album.photos.items()):
        if photo.done:
            known[name] = {**known.get(name, {}), **_row(name, photo)}
    return list(known.values())


def write_rows(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    """Replace a `numbers.csv` as a whole."""
    kept = list(rows)
    columns = dict.fromkeys((*COLUMNS, *(column for row in kept for column in row)))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(kept)
    replace_text(path, text.getvalue())


def replace_text(path: Path, text: str) -> None:
    """Write a text beside the file, then rename it: a reader sees the old text or the new one."""
    part = path.with_name(f".{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """Write the folder to the disk: without it, a loss of power may bring back the old file."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _row(name: str, photo: LabelledPhoto) -> dict[str, Any]:
    certain = [number.value for number in photo.numbers if number.is_certain]
    return {
        "photo": name,
        "numbers": " ".join(dict.fromkeys(certain)),
        "unsure": " ".join(dict.fromkeys(unsure_of(photo))),
        "race": photo.race,
    }


def unsure_of(photo: LabelledPhoto) -> list[str]:
    """Return the patterns of numbers that are neither right nor wrong on a photo."""
    illegible = [number.value for number in photo.numbers if not number.is_certain]
    return [*illegible, *photo.unsure]
