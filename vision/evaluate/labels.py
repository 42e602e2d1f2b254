"""The true numbers of photos, and start lists made of them."""

import csv
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.labelled.album import LabelledAlbum, UnusableLabels
from vision.labelled.files import read_album, unsure_of
from vision.numbers.formats import digits_of

RACE = re.compile(r"([^\W\d_]+)-")


class InvalidLabels(Exception):
    """The file of labels cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """The true numbers of a photo, the patterns of unsure ones, and the race."""

    true: frozenset[str]
    unsure: tuple[re.Pattern[str], ...] = ()
    race: str = ""

    def is_unsure(self, value: str) -> bool:
        """Return whether a number is neither right nor wrong."""
        return value not in self.true and any(one.fullmatch(value) for one in self.unsure)


Labels = Mapping[str, Label]


def read_labels(path: Path) -> dict[str, Label]:
    """Read a CSV file of photo and numbers, and perhaps unsure and race; or a file of labels.

    Numbers and unsure patterns are separated by spaces. A pattern is a regular expression in which
    `?` stands for a digit that cannot be read. Without the column race, it is the word before the
    first hyphen of the photo's name, or else the name of the file's folder. Of labels (JSON, see
    docs/labels.md) the photos count that are done.

    :raises InvalidLabels: a column is missing, a pattern is not one, or the labels are damaged.
    """
    if path.suffix == ".json":
        return labels_of(labelled_album(path), path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        missing = {"photo", "numbers"}.difference(rows.fieldnames or ())
        if missing:
            raise InvalidLabels(f"{path.name} has no column {' or '.join(sorted(missing))}.")
        return {row["photo"]: _label(row, path) for row in rows}


def labelled_album(path: Path) -> LabelledAlbum:
    """Read the labels of an album, without the photos that are not done.

    :raises InvalidLabels: the file is damaged.
    """
    try:
        album = read_album(path)
    except UnusableLabels as error:
        raise InvalidLabels(f"{error}.") from error
    return LabelledAlbum(photos={name: one for name, one in album.photos.items() if one.done})


def labels_of(album: LabelledAlbum, path: Path) -> dict[str, Label]:
    """Return the numbers of the photos of an album."""
    return {
        name: Label(
            true=frozenset(one.value for one in photo.numbers if one.is_certain),
            unsure=tuple(_pattern(text, name) for text in unsure_of(photo)),
            race=_race(photo.race, name, path),
        )
        for name, photo in album.photos.items()
    }


def _label(row: Mapping[str, str | None], path: Path) -> Label:
    photo = row["photo"] or ""
    return Label(
        true=frozenset((row["numbers"] or "").split()),
        unsure=tuple(_pattern(text, photo) for text in (row.get("unsure") or "").split()),
        race=_race(row.get("race"), photo, path),
    )


def _race(race: str | None, photo: str, path: Path) -> str:
    named = RACE.match(photo)
    return race or (named[1] if named else path.resolve().parent.name)


def _pattern(text: str, photo: str) -> re.Pattern[str]:
    try:
        return re.compile(text.replace("?", "[0-9]"))
    except re.error as error:
        raise InvalidLabels(f"{photo}: {text!r} is not a pattern: {error}") from error


def _alike(model: str, number: int) -> str:
    """Return a number with the letters of another one, and filled up to its digits."""
    digits = digits_of(model)
    before, _, after = model.partition(digits) if digits else ("", "", "")
    return f"{before}{str(number).zfill(len(digits))}{after}"


def start_list(numbers: Iterable[str], *, decoys: int, largest: int, seed: int) -> frozenset[str]:
    """Return the true numbers and `decoys` random others from 1 to `largest`.

    Where true numbers have letters, the others have the same letters, and as many digits.
    """
    true = frozenset(numbers)
    like = sorted(number for number in true if not number.isdigit()) or [""]
    made = (_alike(like[number % len(like)], number) for number in range(1, largest + 1))
    others = [number for number in made if number not in true]
    if len(others) < decoys:
        raise InvalidLabels(f"there are not {decoys} decoys from 1 to {largest}")
    return true.union(random.Random(seed).sample(others, decoys))
