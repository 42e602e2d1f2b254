"""Label the photos of a folder in a browser: `python -m vision.label FOLDER`.

The labels are in `labels.json` and `numbers.csv` beside the photos; docs/labels.md describes them.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from vision.label.folder import FolderInUse, LabelFolder
from vision.label.server import LabelServer, Read
from vision.labelled.album import UnusableLabels
from vision.numbers.formats import NumberFormat

PORT = 8300
READERS = ("dlib", "openvino")


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    missing = [name for name in READERS if find_spec(name) is None]
    if options.read and missing:
        return _stop(f"{', '.join(missing)} not installed; see requirements/vision.txt")
    try:
        with LabelFolder(options.folder) as folder:
            return _serve(folder, options)
    except (FolderInUse, UnusableLabels, OSError) as error:
        return _stop(str(error))


def _serve(folder: LabelFolder, options: argparse.Namespace) -> int:
    if not folder.photos:
        return _stop(f"{options.folder} has no JPEG, PNG or WebP")
    with LabelServer(
        options.port, folder, _reader(options.number_format) if options.read else None
    ) as server:
        sys.stdout.write("".join(f"{note}\n" for note in folder.notes))
        sys.stdout.write(f"{len(folder.photos)} photos: open {server.url}/  (Ctrl-C ends)\n")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.write("\n")
    return 0


def _reader(number_format: NumberFormat) -> Read:
    from vision.label.prefill import Prefiller  # it needs the packages that were checked above

    return Prefiller(number_format).read


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.label", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=PORT, help="0: any free one")
    parser.add_argument("--read", action="store_true", help="begin each photo with our reading")
    parser.add_argument(
        "--number-format",
        type=NumberFormat,
        choices=list(NumberFormat),
        default=NumberFormat.DIGITS,
        help="whether numbers that are read have letters",
    )
    return parser


def _stop(reason: str) -> int:
    sys.stderr.write(f"vision.label: {reason}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
