"""Measures faces by distance: `python -m vision.evaluate.faces FOLDER [--numbers CSV]`.

Prints for each distance how often two pictures of one person are further apart (one person becomes
two), and how often two people are nearer (two become one), with the counts. Then, by the number of
people in a space, the bounds, how often a stranger is taken for one of them, and how often people
are found: by bounds of every other race, or without races of every other person, judged on the rest
(`vision.evaluate.galleries`).

Without `--numbers` each folder in FOLDER is a person, and the largest face of each picture counts.
With it, FOLDER has photos of races: the file is that of `vision.evaluate`. The face above a number
that was read rightly is that of the number's person in this race. Two faces of one photo are two
people; so are faces of two races, which is true but for those who ran both.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np

from vision.boxes import Box
from vision.evaluate.galleries import SIZES, RaceFaces, fit_strangers, halves, search_galleries
from vision.evaluate.labels import InvalidLabels, Label, read_labels
from vision.evaluate.reading import read_photos
from vision.evaluate.report import tell
from vision.faces.face_model import Embedding
from vision.faces.finder import Face, FaceFinder
from vision.gallery.matching import DEFAULT_FALSE_MATCH, bounds_of
from vision.images import decode
from vision.numbers.reading import NumberReader, Reading

DISTANCES = (0.40, 0.45, 0.50, 0.55, 0.60)
LEAST_PAIRS = 200  # to fit bounds to
LEAST_FACES = 20  # of a race, to be judged
PICTURES = ("*.jpg", "*.jpeg", "*.png", "*.JPG")
# The largest distance of a bib from its face: below, in heights, and beside, in widths of the face.
BELOW, BESIDE = 6.0, 1.0
ALIKE = 1e-6  # nearer: the same picture twice


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A face; `person` is empty if it is not known whose it is."""

    photo: str
    race: str
    person: str
    face: Embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Distances of pairs of faces, by what is known of the two."""

    one_person: list[float] = field(default_factory=list)
    two_on_a_photo: list[float] = field(default_factory=list)
    two_numbers: list[float] = field(default_factory=list)
    two_races: list[float] = field(default_factory=list)

    @property
    def two_people(self) -> list[float]:
        """All pairs of two people."""
        return self.two_on_a_photo + self.two_numbers + self.two_races


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate.faces", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--numbers", type=Path, help="CSV: photo,numbers,unsure[,race]")
    parser.add_argument("--false-match", type=float, default=DEFAULT_FALSE_MATCH)
    options = parser.parse_args(arguments)
    try:
        seen = _on_races(options.folder, options.numbers) if options.numbers else None
    except InvalidLabels as error:
        tell(str(error))
        return 1
    seen = _in_folders(options.folder) if seen is None else seen
    named = {(one.race, one.person) for one in seen if one.person}
    tell(f"{len(seen)} faces; whose is known: {sum(bool(one.person) for one in seen)},")
    tell(f"of {len(named)} people")
    tell_pairs(pairs_of(seen))
    for half in (0, 1):
        tell_galleries(seen, half, options.false_match)
    return 0


def pairs_of(seen: Sequence[Seen]) -> Pairs:
    """Sort the pairs of faces; of some pairs nothing is known, and they are left out."""
    pairs = Pairs()
    for one, other in combinations(seen, 2):
        apart = float(np.linalg.norm(one.face.astype(np.float64) - other.face))
        kind = _kind(pairs, one, other)
        if kind is not None and apart > ALIKE:
            kind.append(apart)
    return pairs


def _kind(pairs: Pairs, one: Seen, other: Seen) -> list[float] | None:
    if one.photo == other.photo:
        return pairs.two_on_a_photo
    if one.race != other.race:
        return pairs.two_races
    if not one.person or not other.person:
        return None
    return pairs.one_person if one.person == other.person else pairs.two_numbers


def tell_pairs(pairs: Pairs) -> None:
    """Print for each distance how many pairs are on the wrong side of it."""
    for distance in DISTANCES:
        tell(f"distance {distance:.2f}")
        _tell_share("one person is two", [apart > distance for apart in pairs.one_person])
        for name, kind in (
            ("two people are one", pairs.two_people),
            ("  of one photo", pairs.two_on_a_photo),
            ("  of two numbers of a race", pairs.two_numbers),
            ("  of two races", pairs.two_races),
        ):
            _tell_share(name, [apart <= distance for apart in kind])


def tell_galleries(seen: Sequence[Seen], half: int, false_match: float) -> None:
    """Print how often faces of one half are found and mistaken, by bounds of the other half."""
    of_half = halves([_group(one) for one in seen])
    others = pairs_of([one for one in seen if of_half[_group(one)] != half])
    apart = others.two_on_a_photo + others.two_numbers
    races: dict[str, list[Seen]] = {}
    for one in seen:
        if of_half[_group(one)] == half:
            races.setdefault(one.race, []).append(one)
    judged = [_race_faces(race) for race in races.values() if len(race) >= LEAST_FACES]
    if len(apart) < LEAST_PAIRS or not judged:
        tell("too few faces to judge galleries")
        return
    strangers = fit_strangers(apart)
    own = fit_strangers([distance for race in judged for distance in race.distances()])
    tell(f"galleries of half {half}, by {len(apart)} pairs of the other: {strangers}")
    for people in SIZES:
        bounds = bounds_of(people, false_match=false_match, strangers=strangers)
        random = np.random.default_rng(people)
        searched = search_galleries(judged, bounds, people=people, random=random)
        tell(f"  {people:,} people: known to {bounds.known:.3f}, possible to {bounds.possible:.3f}")
        tell(f"    strangers taken for one of them: {searched.taken}")
        tell(f"    by the tail of their own pairs: {own.taken(bounds.known, people):.3f}")
        tell(f"    people found: {searched.found}; or suggested: {searched.possible}")


def _group(one: Seen) -> str:
    return one.race or one.person


def _race_faces(seen: Sequence[Seen]) -> RaceFaces:
    """Return the faces of a race; the first picture of a person is the known one."""
    first: dict[str, int] = {}
    return RaceFaces(
        faces=np.array([one.face for one in seen], np.float64),
        others=np.array([[_are_two(one, other) for other in seen] for one in seen]),
        mates=[
            (number, first[one.person])
            for number, one in enumerate(seen)
            if one.person and first.setdefault(one.person, number) != number
        ],
    )


def _are_two(one: Seen, other: Seen) -> bool:
    pairs = Pairs()
    kind = None if one is other else _kind(pairs, one, other)
    return kind is pairs.two_on_a_photo or kind is pairs.two_numbers


def _tell_share(name: str, wrong: Sequence[bool]) -> None:
    share = f"{sum(wrong) / len(wrong):.4f}" if wrong else "–"
    tell(f"  {name}: {share} ({sum(wrong)} of {len(wrong)})")


def _in_folders(folder: Path) -> list[Seen]:
    finder = FaceFinder()
    photos = [
        str(photo.relative_to(folder))
        for pattern in PICTURES
        for photo in folder.glob(f"*/{pattern}")
    ]
    found, _ = read_photos(
        folder, set(photos), lambda photo: finder.find(decode(photo.read_bytes()))
    )
    # The people are of one "race": nothing is known of the other faces on their pictures.
    return [
        Seen(photo=photo, race="", person=Path(photo).parent.name, face=_largest(faces).embedding)
        for photo, faces in found.items()
        if faces
    ]


def _largest(faces: Iterable[Face]) -> Face:
    return max(faces, key=lambda face: face.box.width * face.box.height)


def _on_races(folder: Path, numbers: Path) -> list[Seen]:
    labels = read_labels(numbers)
    finder, reader = FaceFinder(), NumberReader(threads=1)

    def look(photo: Path) -> tuple[list[Face], list[Reading]]:
        pixels = decode(photo.read_bytes())
        faces = finder.find(pixels)
        return faces, reader.read(pixels) if faces else []

    found, _ = read_photos(folder, labels, look)
    return [
        seen
        for photo, (faces, readings) in found.items()
        for seen in _people(photo, labels[photo], faces, readings)
    ]


def _people(
    photo: str, label: Label, faces: Sequence[Face], readings: Sequence[Reading]
) -> Iterator[Seen]:
    right = [reading for reading in readings if reading.value in label.true]
    for face, person in zip(faces, wearers([face.box for face in faces], right), strict=True):
        yield Seen(photo=photo, race=label.race, person=person, face=face.embedding)


def wearers(faces: Sequence[Box], readings: Sequence[Reading]) -> list[str]:
    """Return the number of each face: the one below it, if both have only each other."""
    below = [
        [reading.value for reading in readings if _may_wear(face, reading.box)] for face in faces
    ]
    times = [value for values in below for value in values]
    return [
        values[0] if len(values) == 1 and times.count(values[0]) == 1 else "" for values in below
    ]


def _may_wear(face: Box, bib: Box) -> bool:
    down = bib.top - (face.top + face.height)
    middle, bib_middle = face.left + face.width / 2, bib.left + bib.width / 2
    return 0 < down < BELOW * face.height and abs(middle - bib_middle) < BESIDE * face.width


if __name__ == "__main__":
    sys.exit(main())
