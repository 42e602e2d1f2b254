"""Draw the sample album, unless the folder has it: `python -m tools.sandbox.sample_album FOLDER`."""

import argparse
import sys
from pathlib import Path

from tools.sandbox.sample_album.drawing import drawn


def main(arguments: list[str]) -> int:
    """Draw into a folder; print one line if it cannot be written."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.sandbox.sample_album", description=__doc__
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    try:
        album = drawn(folder, _show)
    except OSError as error:
        print(f"sample album: {error}", file=sys.stderr)
        return 1
    numbers = sum(len(photo.numbers) for photo in album.photos)
    print(f"{len(album.photos)} photos with {numbers} numbers in {folder}")
    return 0


def _show(done: int, whole: int) -> None:
    print(f"\r{done}/{whole}", end="\n" if done == whole else "", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
