"""Draws an album of bibs: `python -m tools.bench.bibs FOLDER --photos 50 --seed 1`."""

import argparse
import sys
from pathlib import Path

from tools.bench.bibs.album import draw_album


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.bibs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    labels = draw_album(options.folder, options.photos, seed=options.seed)
    sys.stdout.write(f"{options.photos} photos; their numbers are in {labels}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
