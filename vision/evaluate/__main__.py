"""Measures reading on a folder of photos: `python -m vision.evaluate FOLDER --numbers CSV`.

Prints, for each race and for all, precision and recall with the intervals that 95 of 100 samples of
the photos give, with start lists and without; how reliable confidences are; CPU-seconds by size.
The start list is a file, or the true numbers with random decoys, one list for each seed.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from vision.evaluate.labels import InvalidLabels, Label, read_labels, start_list
from vision.evaluate.leaving_out import (
    fit,
    left_out,
    of_race,
    races,
    readings_of,
    thresholds,
    without,
)
from vision.evaluate.reading import read_photos
from vision.evaluate.report import (
    merged,
    scores,
    tell,
    tell_costs,
    tell_photos,
    tell_races,
    tell_reliability,
    tell_scores,
)
from vision.images import decode
from vision.numbers.formats import NumberFormat
from vision.numbers.judging import packaged_judgement
from vision.numbers.reading import Evidence, NumberReader

Lists = Mapping[str, frozenset[str]]
Labels = Mapping[str, Label]
Found = Mapping[str, Sequence[Evidence]]

# One is judged; of the others, each is left out when thresholds are chosen.
FEWEST_RACES = 3
MINIMUM_LISTED = 0.4
MINIMUM_UNLISTED = 0.4


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        labels = read_labels(options.numbers)
        lists = _start_lists(options, labels)
    except InvalidLabels as error:
        tell(str(error))
        return 1
    if not any((options.folder / photo).is_file() for photo in labels):
        tell(f"No photo of {options.numbers} is in {options.folder}.")
        return 1
    found = _our_own(options, labels, lists)
    if options.against == "rapidocr":
        _rapidocr(options, labels, lists)
    if options.leave_one_out:
        _leave_one_out(found, labels, lists)
    if options.fit is not None:
        options.fit.write_text(fit(found, labels).as_json(), encoding="utf-8")
    return 0


def _our_own(options: argparse.Namespace, labels: Labels, lists: Lists) -> Found:
    reader = NumberReader(threads=options.threads)
    found, costs = read_photos(
        options.folder,
        labels,
        lambda photo: reader.find(decode(photo.read_bytes()), options.number_format),
    )
    readings = readings_of(found, packaged_judgement())
    tell_photos(readings, labels, options.minimum_unlisted)
    for name, listed in lists.items():
        tell_scores(name, scores(readings, labels, [listed], options.minimum))
    tell_races(scores(readings, labels, list(lists.values()), options.minimum), labels)
    alone = scores(readings, labels, [None], options.minimum_unlisted)
    tell_scores("no start list", alone)
    tell_races(alone, labels)
    tell_reliability(readings, labels)
    tell_costs("Finishline", costs)
    return found


def _rapidocr(options: argparse.Namespace, labels: Labels, lists: Lists) -> None:
    from vision.evaluate.rival import RapidOcr

    rival = RapidOcr(threads=options.threads, number_format=options.number_format)
    readings, costs = read_photos(options.folder, labels, rival.read)
    for name, listed in lists.items():
        tell_scores(f"RapidOCR, {name}", scores(readings, labels, [listed], 0.0))
    tell_races(scores(readings, labels, list(lists.values()), 0.0), labels)
    tell_scores("RapidOCR, no start list", scores(readings, labels, [None], 0.0))
    tell_costs("RapidOCR", costs)


def _leave_one_out(found: Found, labels: Labels, lists: Lists) -> None:
    """Print what each race gets by weights and thresholds that were chosen on the others."""
    if len(races(labels, found)) < FEWEST_RACES:
        tell(f"--leave-one-out needs photos of {FEWEST_RACES} races: a column race, or names.")
        return
    by_race = left_out(found, labels)
    listed, unlisted = [], []
    tell("each race by the weights and thresholds of the others:")
    for race, readings in by_race.items():
        chosen = thresholds(without(found, labels, race), labels, list(lists.values()))
        listed.append(scores(readings, labels, list(lists.values()), chosen.listed))
        unlisted.append(scores(readings, labels, [None], chosen.unlisted))
        count = len(of_race(found, labels, race))
        tell(
            f"  {race}, {count} photos: thresholds {chosen.listed:.2f} with a start list,"
            f" {chosen.unlisted:.2f} without"
        )
    tell_scores("left out, with start lists", merged(listed))
    tell_races(merged(listed), labels)
    tell_scores("left out, no start list", merged(unlisted))
    tell_races(merged(unlisted), labels)
    readings = {photo: one for race in by_race.values() for photo, one in race.items()}
    tell_reliability(readings, labels)


def _start_lists(options: argparse.Namespace, labels: Labels) -> dict[str, frozenset[str]]:
    if options.start_list is not None:
        text = options.start_list.read_text(encoding="utf-8")
        return {options.start_list.name: frozenset(text.replace(",", " ").split())}
    true = frozenset().union(*(label.true for label in labels.values()))
    return {
        f"{options.decoys} decoys of 1 to {options.largest}, seed {seed}": start_list(
            true, decoys=options.decoys, largest=options.largest, seed=seed
        )
        for seed in options.seed
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description=__doc__)
    add = parser.add_argument
    add("folder", type=Path)
    add(
        "--numbers",
        type=Path,
        required=True,
        help="CSV: photo,numbers,unsure[,race]; or a COCO export (JSON)",
    )
    add("--start-list", type=Path, help="numbers separated by spaces, commas, lines")
    add("--decoys", type=int, default=1500)
    add("--largest", type=int, default=9999, help="the largest decoy")
    add("--seed", type=int, nargs="+", default=[1, 2, 3])
    add("--minimum", type=float, default=MINIMUM_LISTED, help="least confidence with a list")
    add("--minimum-unlisted", type=float, default=MINIMUM_UNLISTED, help="and without")
    add(
        "--number-format",
        type=NumberFormat,
        choices=list(NumberFormat),
        default=NumberFormat.DIGITS,
        help="whether numbers have letters",
    )
    add("--against", choices=["rapidocr"], help="also measure RapidOCR as it comes")
    add("--leave-one-out", action="store_true", help="judge each race by the others")
    add("--fit", type=Path, help="fit the weights to these photos, into this file")
    add("--threads", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
