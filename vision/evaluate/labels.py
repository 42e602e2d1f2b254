"""The true numbers of photos, and start lists made of them."""

import csv
import json
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.numbers.formats import digits_of

RACE = re.compile(r"([^\W\d_]+)-")
# Up to three letters before or after the digits; `?` is a digit that cannot be read.
NUMBER = re.compile(r"[A-Z]{0,3}[0-9?]{1,9}[A-Z]{0,3}")


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
    """Read a CSV file of photo, numbers, unsure, and perhaps race; or a COCO export (JSON).

    Numbers and unsure patterns of a CSV file are separated by spaces. A pattern is a regular
    expression in which `?` stands for a digit that cannot be read. Without the column race, it is
    the word before the first hyphen of the photo's name, or else the name of the file's folder.

    :raises InvalidLabels: a column is missing, a pattern is not one, or the export is not as
        docs/vision.md says.
    """
    if path.suffix == ".json":
        return _of_coco(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        missing = {"photo", "numbers", "unsure"}.difference(rows.fieldnames or ())
        if missing:
            raise InvalidLabels(f"{path.name} has no column {' or '.join(sorted(missing))}.")
        return {row["photo"]: _label(row, path) for row in rows}


def _of_coco(path: Path) -> dict[str, Label]:
    """Read what CVAT or Label Studio exports as COCO; each of its images counts."""
    numbers: dict[str, list[tuple[str, bool]]] = {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        images = {each["id"]: str(each["file_name"]) for each in document["images"]}
        categories = {each["id"]: str(each["name"]) for each in document["categories"]}
        numbers = {name: [] for name in images.values()}
        for box in document["annotations"]:
            given = box.get("attributes", {})
            text = str(given.get("number", categories[box["category_id"]])).strip().upper()
            if NUMBER.fullmatch(text):
                sure = given.get("legible", True) is True and "?" not in text
                numbers[images[box["image_id"]]].append((text, sure))
            elif "number" in given:
                place = f"{images[box['image_id']]}: annotation {box['id']}"
                raise InvalidLabels(f"{path.name}: {place}: {text!r} is not a number.")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise InvalidLabels(f"{path.name} is no export of COCO: {error!r}.") from error
    return {
        name: Label(
            true=frozenset(text for text, sure in found if sure),
            unsure=tuple(_pattern(text, name) for text, sure in found if not sure),
            race=_race(None, name, path),
        )
        for name, found in numbers.items()
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
