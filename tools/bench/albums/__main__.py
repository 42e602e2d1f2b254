"""Plays a labelled album: `python -m tools.bench.albums FOLDER [--labels FILE]`.

Prints precision and recall of numbers, and which runners are found, three times: single photos,
of which none knows another; the whole album as recognition delivers it; and with `inferNumbers`. So
what an album adds is seen: a text on many photos is no number, and a person has a number on another
photo too. It is in `bench/` because it needs both: vision reads the photos, and recognition knows
the album.

FOLDER has photos and `labels.json` (docs/labels.md); only photos that are done count. A drawn album
(`python -m tools.bench.bibs FOLDER --bursts`) has its faces beside it. It makes a database of its own.
"""

import argparse
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from tools.bench.albums.inferred import tell_inferred
from tools.bench.albums.looking import answers_about
from tools.bench.albums.shots import shots_of
from tools.bench.new_database import django_with
from vision.evaluate.labels import InvalidLabels, Label, labelled_album, labels_of, start_list
from vision.evaluate.report import tell, tell_costs, tell_scores
from vision.evaluate.runners import PRECISION, Delivered, tell_runners
from vision.evaluate.scores import score
from vision.labelled.album import LabelledAlbum
from vision.labelled.files import LABELS
from vision.numbers.formats import NumberFormat


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    path = options.labels or options.folder / LABELS
    try:
        album = labelled_album(path)
        labels = labels_of(album, path)
        lists = _lists(options, labels)
    except InvalidLabels as error:
        tell(str(error))
        return 1
    if not any((options.folder / photo).is_file() for photo in album.photos):
        tell(f"No photo that is done in {path} is in {options.folder}.")
        return 1
    with django_with(f"bench_albums_{os.getpid()}"):
        _play(options, album, labels, lists)
    return 0


def _play(
    options: argparse.Namespace,
    album: LabelledAlbum,
    labels: Mapping[str, Label],
    lists: Mapping[str, frozenset[str] | None],
) -> None:
    from django.core.management import call_command

    # Its models are Django's, which is ready only now.
    from tools.bench.albums.playing import play_album, play_alone

    call_command("migrate", verbosity=0)
    written = options.number_format
    url = os.environ["DATABASE_URL"]
    answers, costs = answers_about(options.folder, album.photos, url, written)
    now = datetime.now(UTC)
    for listed, numbers in lists.items():
        for kind, play in (("single photos", play_alone), ("whole album", play_album)):
            delivered = play(answers, start_list=numbers, now=now, number_format=written)
            tell_album(f"{kind}, {listed}", album, delivered, labels, options.precision)
        shots = shots_of(options.folder, answers)
        inferring = play_album(
            answers, start_list=numbers, now=now, number_format=written, shots=shots
        )
        tell_album(f"with inferNumbers, {listed}", album, inferring, labels, options.precision)
        tell_inferred(listed, album, inferring)
    tell_costs("Recognised", costs)


def tell_album(
    name: str,
    album: LabelledAlbum,
    delivered: Mapping[str, Delivered],
    labels: Mapping[str, Label],
    precision: float = PRECISION,
) -> None:
    """Print the figures of numbers and of runners."""
    scores = {photo: score(one.numbers, labels[photo]) for photo, one in delivered.items()}
    tell_scores(f"numbers, {name}", scores)
    tell_runners(name, album, delivered, labels, precision)


def _lists(
    options: argparse.Namespace, labels: Mapping[str, Label]
) -> dict[str, frozenset[str] | None]:
    true = frozenset().union(*(label.true for label in labels.values()))
    decoys = start_list(true, decoys=options.decoys, largest=options.largest, seed=options.seed)
    return {"no start list": None, f"a start list of {len(decoys)}": decoys}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.albums", description=__doc__)
    add = parser.add_argument
    add("folder", type=Path)
    add("--labels", type=Path, help="another file than FOLDER/labels.json")
    add("--precision", type=float, default=PRECISION, help="at which runners are to be found")
    add(
        "--number-format",
        type=NumberFormat,
        choices=list(NumberFormat),
        default=NumberFormat.DIGITS,
        help="whether numbers have letters",
    )
    add("--decoys", type=int, default=1500, help="random numbers of the start list")
    add("--largest", type=int, default=9999, help="the largest of them")
    add("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
