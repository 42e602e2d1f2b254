"""Simulates reading by evidence against double reading: how many photos are right, at what cost.

    python -m tools.bench.evidence [--photos 20000] [--taggers 100] [--wanted 0.77] [--known 0.01]
        [--seed 1]

No database: taggers and a number provider are drawn at random, and weighed by the very functions
that the product weighs by (`tagging.evidence`). Rates of taggers are measured during the run, by
known answers and second readings, as in the product. The provider's confidences are drawn from its
published precision and recall (docs/vision.md). Prints what happens when an assumption does not
hold, too; exits with 1 if a bar is missed.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rich.console import Console
from rich.table import Table

from tagging.evidence import read_by
from tools.bench.evidence.runs import Run, Tally, read_twice
from tools.bench.evidence.world import Photo, Tagger, World, draw_photos, draw_taggers
from tools.bench.verdicts import Verdict, conclude

# `said`: the mean of the certainties.
COLUMNS = ("", "right", "readings a photo", "of these known answers", "left to staff", "said")
RIGHT_BAR, READINGS_BAR = 0.995, 1.1
WORLDS = {
    "as assumed": World(),
    "taggers repeat 10 % of the provider's wrong numbers": World(follow=0.1),
    "taggers repeat 30 %": World(follow=0.3),
    "what the provider does not read is 5 times as hard": World(hard=5),
    "both": World(follow=0.3, hard=5),
    "1 of 100 always takes the suggestion": World(lazy=1),
    "10 of 100 always take the suggestion": World(lazy=10),
    "1 of 100 always says: no number": World(empty=1),
    "10 of 100 always say: no number": World(empty=10),
}
CERTAINTIES = (0.6, 0.77, 0.9, 0.95, 0.98, 0.99, 0.995)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is the same in all runs."""

    photos: Sequence[Photo]
    taggers: int
    known_share: float
    seed: int

    def by_evidence(self, world: World, wanted: float) -> Tally:
        run = Run(
            photos=self.photos,
            taggers=self._taggers(world),
            world=world,
            wanted=wanted,
            known_share=self.known_share,
            chance=Random(self.seed + 2),
        )
        return run.tally_up()

    def twice(self, world: World, share: float) -> Tally:
        return read_twice(self.photos, self._taggers(world), world, share, Random(self.seed + 3))

    def _taggers(self, world: World) -> list[Tagger]:
        return draw_taggers(self.taggers, world, Random(self.seed + 1))


def main(arguments: Sequence[str] | None = None) -> None:
    options = _parser().parse_args(arguments)
    bench = Bench(
        photos=draw_photos(options.photos, Random(options.seed)),
        taggers=options.taggers,
        known_share=options.known,
        seed=options.seed,
    )
    found = bench.by_evidence(World(), options.wanted)
    _show_world(bench)
    _show_readings(bench)
    _show_broken(bench, options.wanted)
    conclude(
        [
            Verdict(
                bar=f"photos right, at least {RIGHT_BAR:.1%}, wanted certainty {options.wanted}",
                measured=f"{found.share_right:.2%}",
                passed=found.share_right >= RIGHT_BAR,
            ),
            Verdict(
                bar=f"readings a photo, known answers included, at most {READINGS_BAR}",
                measured=f"{found.a_photo:.3f}",
                passed=found.a_photo <= READINGS_BAR,
            ),
        ]
    )


def _show_world(bench: Bench) -> None:
    right = sum(read_by(photo.machine) == photo.truth for photo in bench.photos)
    Console(width=140).print(
        f"{len(bench.photos):,} photos, {bench.taggers} taggers. "
        f"The provider alone reads {right / len(bench.photos):.1%} of the photos rightly."
    )


def _show_readings(bench: Bench) -> None:
    """Print reading by evidence at several certainties beside double reading."""
    table = Table(
        "", "right", "readings a photo", "of these known answers", "left to staff", "said"
    )
    for wanted in CERTAINTIES:
        _add(table, f"wanted certainty {wanted}", bench.by_evidence(World(), wanted))
    for share in (0.0, 0.1, 1.0):
        _add(table, f"share read twice {share}", bench.twice(World(), share))
    Console(width=140).print(table)


def _show_broken(bench: Bench, wanted: float) -> None:
    """Print what comes out where an assumption does not hold."""
    table = Table(
        "", "right", "readings a photo", "of these known answers", "left to staff", "said"
    )
    for name, world in WORLDS.items():
        _add(table, f"{name}, {wanted}", bench.by_evidence(world, wanted))
        _add(table, "  0.95", bench.by_evidence(world, 0.95))
        _add(table, "  all read twice", bench.twice(world, 1))
    Console(width=140).print(table)


def _add(table: Table, name: str, tally: Tally) -> None:
    table.add_row(
        name,
        f"{tally.share_right:.2%}",
        f"{tally.a_photo:.3f}",
        f"{tally.known / tally.photos:.3f}",
        f"{tally.by_staff / tally.photos:.2%}",
        f"{tally.claimed / tally.photos:.1%}" if tally.claimed else "",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--photos", type=int, default=20000)
    parser.add_argument("--taggers", type=int, default=100)
    parser.add_argument("--wanted", type=float, default=0.77, help="the certainty of the bars")
    parser.add_argument("--known", type=float, default=0.01, help="share of known answers")
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    main()
