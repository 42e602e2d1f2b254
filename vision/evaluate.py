"""Measures reading on a folder of photos: `python -m vision.evaluate FOLDER --numbers CSV`.

Prints precision and recall after validation against a start list, and CPU-seconds for each photo.
The start list is a file, or the true numbers with random decoys, one list for each seed.
"""

import argparse
import csv
import os
import random
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.images import UnreadableImage, decode
from vision.numbers.reading import NumberReader

Numbers = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Counts of accepted and true numbers."""

    right: int
    accepted: int
    true: int

    @property
    def precision(self) -> float:
        return self.right / self.accepted if self.accepted else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 1.0


def true_numbers(path: Path) -> dict[str, frozenset[str]]:
    """Read a CSV file of photo, numbers (numbers separated by spaces)."""
    with path.open(newline="", encoding="utf-8") as file:
        return {row["photo"]: frozenset(row["numbers"].split()) for row in csv.DictReader(file)}


def start_list(true: Numbers, *, decoys: int, largest: int, seed: int) -> frozenset[str]:
    """Return the true numbers and `decoys` random ones from 1 to `largest`."""
    numbers = frozenset().union(*true.values())
    others = [str(number) for number in range(1, largest + 1) if str(number) not in numbers]
    return numbers.union(random.Random(seed).sample(others, decoys))


def score(read: Numbers, true: Numbers, listed: frozenset[str], *, capacity: int = 5) -> Score:
    """Validate the read numbers against a start list, and count them for each photo."""
    accepted = {
        photo: {value for value in values if len(value) <= capacity} & listed
        for photo, values in read.items()
    }
    return Score(
        right=sum(len(accepted[photo] & true[photo]) for photo in accepted),
        accepted=sum(map(len, accepted.values())),
        true=sum(len(true[photo]) for photo in accepted),
    )


def cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    true = true_numbers(options.numbers)
    read, seconds = _read_all(options.folder, true, NumberReader(threads=options.threads))
    for name, listed in _start_lists(options, true):
        result = score(read, true, listed)
        _print(
            f"{name}: precision {result.precision:.3f}  recall {result.recall:.3f}"
            f"  ({result.right} right, {result.accepted} accepted, {result.true} true)"
        )
    _print(f"{len(read)} photos, {seconds / max(len(read), 1):.2f} CPU-seconds a photo")
    return 0


def _read_all(
    folder: Path, true: Numbers, reader: NumberReader
) -> tuple[dict[str, frozenset[str]], float]:
    read: dict[str, frozenset[str]] = {}
    begun = cpu_seconds()
    for photo in sorted(true):
        try:
            pixels = decode((folder / photo).read_bytes())
        except (OSError, UnreadableImage) as error:
            _print(f"{photo}: left out: {error}")
            continue
        read[photo] = frozenset(reading.value for reading in reader.read(pixels))
        _print(_line(photo, read[photo], true[photo]))
    return read, cpu_seconds() - begun


def _line(photo: str, read: frozenset[str], true: frozenset[str]) -> str:
    missed, others = sorted(true - read), sorted(read - true)
    return f"{photo}: {len(read & true)} right, missed {missed or 'none'}, also {others or 'none'}"


def _start_lists(
    options: argparse.Namespace, true: Numbers
) -> Iterable[tuple[str, frozenset[str]]]:
    if options.start_list is not None:
        text = options.start_list.read_text(encoding="utf-8")
        yield options.start_list.name, frozenset(text.replace(",", " ").split())
        return
    for seed in options.seed:
        listed = start_list(true, decoys=options.decoys, largest=options.largest, seed=seed)
        yield f"{options.decoys} decoys of 1 to {options.largest}, seed {seed}", listed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--numbers", type=Path, required=True, help="CSV: photo,numbers")
    parser.add_argument(
        "--start-list", type=Path, help="numbers separated by spaces, commas, lines"
    )
    parser.add_argument("--decoys", type=int, default=1500)
    parser.add_argument("--largest", type=int, default=9999, help="the largest decoy")
    parser.add_argument("--seed", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--threads", type=int, default=1)
    return parser


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
