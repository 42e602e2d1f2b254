"""Infers the hidden numbers of drawn bursts: `python -m tools.bench.inferring FOLDER`.

For each seed an album is drawn in FOLDER (`tools.bench.bibs --bursts`), read once, and delivered with
`inferNumbers`, with a start list and without. What was read stays in FOLDER: a second run only
delivers. Prints a line for each seed, the sums, and how reliable the confidences are, for the
seeds by which the constants of recognition were chosen and for the others; exits with 1 if a bar is
missed. 500 photos take three minutes of processor to read, and one to deliver twice.
"""

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tools.bench.albums.looking import answers_about
from tools.bench.albums.shots import shots_of
from tools.bench.bibs.burst_photos import draw_bursts
from tools.bench.bibs.bursts import plan_bursts
from tools.bench.inferring.counts import Inference, Inferences, Likeness, alike_in, inferences
from tools.bench.inferring.links import same_rightly, worn_rightly
from tools.bench.new_database import database, django_with
from tools.bench.verdicts import Verdict, conclude
from vision.evaluate.labels import labelled_album, start_list
from vision.evaluate.report import tell
from vision.evaluate.scores import Score, total
from vision.labelled.files import LABELS
from vision.recognising import Answer

KEPT = "numbers.jsonl"
CHOSEN = range(1, 5)  # the seeds by which constants were chosen
DECOYS, LARGEST = 1500, 9999
PRECISION, RECALL = 0.99, 0.60
LISTS = ("with a start list", "without")
EACH = (Likeness.APART, Likeness.ALIKE, Likeness.MIXED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """An album that was delivered; `worn` and `same`: how often the links are right."""

    seed: int
    listed: str
    photos: int
    found: Inferences
    worn: Score
    same: Score


def main(arguments: Sequence[str] | None = None) -> None:
    options = _parser().parse_args(arguments)
    with django_with(f"bench_inferring_{os.getpid()}"):
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        played = [
            each
            for seed in options.seeds
            for each in _play(options.folder / f"seed-{seed}", options.photos, seed)
        ]
    _show(played)
    _show_confidences(played)
    conclude([verdict for listed in LISTS for verdict in _verdicts(played, listed)])


def _play(folder: Path, photos: int, seed: int) -> list[Played]:
    # Its models are Django's, which is ready only now.
    from recognition.wearing import wearer_of
    from tools.bench.albums.playing import play_album

    frames = plan_bursts(photos, seed=seed)
    labels = folder / LABELS
    if not labels.exists():
        draw_bursts(folder, frames, seed=seed)
    album = labelled_album(labels)
    if set(album.photos) != {frame.name for frame in frames}:
        raise SystemExit(f"{folder} has another album: name another folder")
    answers = _answers(folder, album.photos)
    true = {number.value for photo in album.photos.values() for number in photo.numbers}
    numbers = start_list(true, decoys=DECOYS, largest=LARGEST, seed=seed)
    played = []
    for listed, some in zip(LISTS, (numbers, None), strict=True):
        delivered = play_album(
            answers, start_list=some, now=datetime.now(UTC), shots=shots_of(folder, answers)
        )
        found = inferences(album, delivered, alike_in(frames))
        played.append(
            Played(
                seed=seed,
                listed=listed,
                photos=len(delivered),
                found=found,
                worn=worn_rightly(album, answers, wearer_of),
                same=same_rightly(album, answers),
            )
        )
        tell(f"seed {seed}, {listed}: {_counts(found.score(*EACH))}")
    return played


def _answers(folder: Path, photos: Iterable[str]) -> Mapping[str, Answer]:
    with database(f"bench_inferring_faces_{os.getpid()}") as url:
        return answers_about(folder, photos, url, kept=folder / KEPT)[0]


def _show(played: Sequence[Played]) -> None:
    for listed in LISTS:
        table = Table("seed", "photos", title=f"Inferred {listed}: right of inferred of hidden")
        for likeness in EACH:
            table.add_column(likeness.value, justify="right")
        table.add_column("precision of all", justify="right")
        table.add_column(f"recall, {Likeness.APART.value}", justify="right")
        table.add_column("recall of all", justify="right")
        some = [each for each in played if each.listed == listed]
        for each in some:
            table.add_row(str(each.seed), str(each.photos), *_cells([each]))
        table.add_row("all", str(sum(each.photos for each in some)), *_cells(some))
        Console(width=140).print(table)


def _cells(played: Sequence[Played]) -> list[str]:
    whole, apart = _score(played, *EACH), _score(played, Likeness.APART)
    return [
        *(_counts(_score(played, likeness)) for likeness in EACH),
        f"{whole.precision:.4f}",
        f"{apart.recall:.3f}",
        f"{whole.recall:.3f}",
    ]


def _counts(score: Score) -> str:
    return f"{score.right} of {score.accepted} of {score.true}"


def _score(played: Iterable[Played], *of: Likeness) -> Score:
    return total(each.found.score(*of) for each in played)


def _show_confidences(played: Sequence[Played]) -> None:
    """Print what inferred numbers are said to be, and are; and how often each link is right."""
    table = Table("seeds", "inferred", "mean confidence", "right", title="Confidences")
    table.add_column("the number is the wearer's")
    table.add_column("two faces of a burst are one runner's")
    for name, are_chosen in (("chosen by", True), ("others", False)):
        some = [each for each in played if (each.seed in CHOSEN) is are_chosen]
        found = [one for each in some for one in each.found.inferred]
        if found:
            once = [each for each in some if each.listed == LISTS[0]]
            table.add_row(
                name,
                str(len(found)),
                f"{_mean(found):.4f}",
                f"{_right(found):.4f}",
                _share(total(each.worn for each in once)),
                _share(total(each.same for each in once)),
            )
    Console(width=140).print(table)


def _share(score: Score) -> str:
    return f"{score.right} of {score.accepted}"


def _mean(found: Sequence[Inference]) -> float:
    return sum(one.confidence for one in found) / len(found)


def _right(found: Sequence[Inference]) -> float:
    return sum(one.is_right for one in found) / len(found)


def _verdicts(played: Sequence[Played], listed: str) -> list[Verdict]:
    some = [each for each in played if each.listed == listed]
    whole, apart = _score(some, *EACH), _score(some, Likeness.APART)
    alike = _score(some, Likeness.ALIKE, Likeness.MIXED)
    return [
        Verdict(
            bar=f"{listed}: inferred numbers that are right, at least {PRECISION}",
            measured=f"{whole.precision:.4f} ({whole.right} of {whole.accepted})",
            passed=whole.precision >= PRECISION,
        ),
        Verdict(
            bar=f"{listed}: hidden numbers that are inferred, at least {RECALL}",
            measured=f"{apart.recall:.3f} ({apart.right} of {apart.true})",
            passed=apart.recall >= RECALL,
        ),
        Verdict(
            bar=f"{listed}: inferred where two runners are alike or taken for one, none",
            measured=f"{alike.accepted} of {alike.true}",
            passed=alike.accepted == 0,
        ),
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.inferring", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=500, help="of each album")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(range(1, 11)))
    return parser


if __name__ == "__main__":
    main()
