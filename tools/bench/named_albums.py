"""Numbers without a start list, before and after the album's name and date are known.

`python -m tools.bench.named_albums FOLDER --numbers CSV --albums CSV` reads the photos of FOLDER once and
judges them as recognition does. `--albums` has the columns race, name and date (2024-05-12); races
are those of the labels. Prints precision, recall, and each number whose verdict differs.
"""

import argparse
import csv
import os
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tools.bench.new_database import django_with
from vision.evaluate.labels import Label, read_labels
from vision.evaluate.reading import read_photos
from vision.evaluate.report import tell, tell_scores
from vision.evaluate.scores import score
from vision.images import decode
from vision.numbers.reading import NumberReader, Reading

if TYPE_CHECKING:
    from recognition.known_texts import KnownTexts


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    with django_with(f"bench_named_albums_{os.getpid()}"):
        _measure(options)
    return 0


def _measure(options: argparse.Namespace) -> None:
    from recognition.known_texts import NOTHING_KNOWN

    labels = read_labels(options.numbers)
    reader = NumberReader(threads=1)
    read, _ = read_photos(
        options.folder, labels, lambda photo: reader.see(decode(photo.read_bytes())).readings
    )
    named = _named(options.albums)
    before = {photo: _accepted(found, NOTHING_KNOWN) for photo, found in read.items()}
    after = {
        photo: _accepted(found, named.get(labels[photo].race, NOTHING_KNOWN))
        for photo, found in read.items()
    }
    for name, accepted in (("before", before), ("after", after)):
        tell_scores(name, {photo: score(some, labels[photo]) for photo, some in accepted.items()})
    for line in _differing(before, after, labels):
        tell(line)


def _named(path: Path) -> dict[str, "KnownTexts"]:
    """Return what is known of each race's album."""
    from recognition.known_texts import known_texts

    with path.open(newline="", encoding="utf-8") as file:
        return {
            row["race"]: known_texts(row["name"], _date(row["date"]))
            for row in csv.DictReader(file)
        }


def _date(text: str) -> datetime | None:
    return datetime.strptime(text, "%Y-%m-%d").replace(hour=12, tzinfo=UTC) if text else None


def _accepted(found: list[Reading], named: "KnownTexts") -> set[str]:
    """Return the numbers of a photo that are accepted, as a provider's answer is judged."""
    from django.conf import settings

    from recognition.judging import Alternative, Knowledge, ReadNumber, check_reading, judge
    from recognition.models import NormalizationPolicy
    from recognition.numbers import NumberRules

    rules = NumberRules(policy=NormalizationPolicy.NONE, capacity=5, start_list=None)
    known = Knowledge(minimum=settings.DEFAULT_MINIMUM_CONFIDENCE, named=named)
    verdicts = [
        judge(
            check_reading(
                ReadNumber(
                    text=one.value,
                    confidence=one.confidence,
                    box=None,
                    alternatives=tuple(
                        Alternative(value=other.value, confidence=other.confidence)
                        for other in one.alternatives[:5]
                    ),
                    phrase=one.phrase,
                ),
                rules,
            ),
            known,
        )
        for one in found
    ]
    return {verdict.value for verdict in verdicts if verdict.rejection is None}


def _differing(
    before: Mapping[str, set[str]], after: Mapping[str, set[str]], labels: Mapping[str, Label]
) -> Iterator[str]:
    for photo, numbers in sorted(before.items()):
        for value in sorted(numbers - after[photo]):
            kind = "a true number" if value in labels[photo].true else "no number of the photo"
            yield f"{photo}: {value} is not accepted any more; it is {kind}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.named_albums", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--numbers", type=Path, required=True, help="CSV: photo, numbers[, race]")
    parser.add_argument("--albums", type=Path, required=True, help="CSV: race, name, date")
    return parser


if __name__ == "__main__":
    sys.exit(main())
