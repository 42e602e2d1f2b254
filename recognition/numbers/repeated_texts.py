"""Where on its photo a text stands, and which texts of an album are no start numbers.

A banner, a watermark or a date stands on many photos: at the same place, or among the same words. A
runner may be on many photos too. But the runner's number moves, and the same person is there.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from recognition.numbers.models import AlbumText
from recognition.records.numbers import NumberFacts

PHOTOS = 10  # a text on fewer photos is never one of the album
COMPANY = 5  # with at least so many different persons and numbers
SAMPLE = 50  # no more photos than these are examined
SAME_PLACE = 1  # percent of the image: providers frame the same text a little differently

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The middle of a box and its height, in percent of the image."""

    x: int
    y: int
    height: int

    def is_near(self, other: "Place") -> bool:
        """Return whether both are the same place, as exactly as providers frame a text."""
        sides = ((self.x, other.x), (self.y, other.y), (self.height, other.height))
        return all(abs(one - another) <= SAME_PLACE for one, another in sides)

    def columns(self) -> dict[str, int]:
        """Return the values of a record's columns for this place."""
        return {"place_x": self.x, "place_y": self.y, "place_height": self.height}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sightings:
    """How often a text was read in an album, each figure up to `SAMPLE`.

    `here`: photos with it at the same place, or among the same words. `elsewhere`: photos that
    speak against it, with the number at other places, or other numbers among these words.
    `of_one_person`: those of `here` that one and the same person is on. `company`: how many
    different persons, and other numbers, are on those of `here`; among the same words only persons,
    for a bib may have a name on it.
    """

    here: int
    elsewhere: int
    of_one_person: int
    company: int


def is_of_the_album(seen: Sightings) -> bool:
    """Return whether a text belongs to the album's scenery and is no start number."""
    stays = seen.here >= PHOTOS and seen.here > seen.elsewhere
    # Many pictures of a runner who stands still have few others on them.
    is_passed = seen.company >= COMPANY and 2 * seen.of_one_person < seen.here
    return stays and is_passed


def place_of(box: Mapping[str, float] | None) -> Place | None:
    """Return the place of a box in fractions of the image; None: there is no box."""
    if box is None:
        return None
    return Place(
        x=_percent(box["left"] + box["width"] / 2),
        y=_percent(box["top"] + box["height"] / 2),
        height=_percent(box["height"]),
    )


def words_of(phrase: str, text: str) -> str:
    """Return a phrase with `#` in place of the text, in small letters; empty: no other words."""
    words, read = _plain_text(phrase), _plain_text(text)
    if not read or read not in words:
        return ""
    around = words.replace(read, "#", 1)
    return around[:200] if any(letter.isalnum() for letter in around) else ""


def place_of_record(record: NumberFacts | AlbumText) -> Place | None:
    x, y, height = record.place_x, record.place_y, record.place_height
    if x is None or y is None or height is None:
        return None
    return Place(x=x, y=y, height=height)


def find_text(
    texts: Iterable[AlbumText], value: str, place: Place | None, words: str
) -> AlbumText | None:
    """Return the matching text of the album, or None."""
    found = (each for each in texts if each.value == value and _matches(each, place, words))
    return next(found, None)


def _matches(text: AlbumText, place: Place | None, words: str) -> bool:
    if text.words:
        return text.words == words
    known = place_of_record(text)
    return known is not None and place is not None and known.is_near(place)


def _plain_text(text: str) -> str:
    return _SPACES.sub(" ", text).strip().casefold()


def _percent(fraction: float) -> int:
    return round(100 * min(1.0, max(0.0, fraction)))
