"""Draws an album of bibs: `python -m tools.bench.bibs FOLDER --photos 50 --seed 1`.

With `--bursts` runners are on several photos, seconds apart, some with a hidden bib, some alike;
`--letters` gives them numbers like T2182.
"""

import argparse
import sys
from pathlib import Path

from tools.bench.bibs.album import draw_album
from tools.bench.bibs.burst_photos import draw_bursts
from tools.bench.bibs.bursts import plan_bursts


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.bibs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bursts", action="store_true", help="with bursts, faces and labels.json")
    parser.add_argument("--letters", action="store_true", help="numbers with letters; in bursts")
    options = parser.parse_args(arguments)
    if options.bursts or options.letters:
        frames = plan_bursts(options.photos, seed=options.seed, letters=options.letters)
        labels = draw_bursts(options.folder, frames, seed=options.seed)
    else:
        labels = draw_album(options.folder, options.photos, seed=options.seed)
    sys.stdout.write(f"{options.photos} photos; their numbers are in {labels}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
