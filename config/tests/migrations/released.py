"""What the last release had: the last migration of each app, and a digest of its migrations.

At a release: `python -m config.tests.migrations.released` prints the file again.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.own_apps import OWN_FOLDERS, OWN_LABELS

PROJECT = Path(__file__).parents[3]
FILE = Path(__file__).with_suffix(".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """An app's last released migration, and the digest of it and of those before."""

    last: str
    digest: str


def released() -> Mapping[str, Released]:
    """Read the file."""
    lines = (line.split() for line in FILE.read_text().splitlines())
    return {app: Released(last=last, digest=digest) for app, last, digest in lines}


def digest_of(app: str, last: str) -> str:
    """Return the digest of an app's migrations up to one of them."""
    digest = hashlib.sha256()
    for path in _written(app):
        if path.stem <= last:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _written(app: str) -> list[Path]:
    folder = next(each for each in OWN_FOLDERS if Path(each).name == app)
    return sorted((PROJECT / folder / "migrations").glob("[0-9]*.py"))


if __name__ == "__main__":
    for name in sorted(OWN_LABELS):
        if paths := _written(name):
            print(name, paths[-1].stem, digest_of(name, paths[-1].stem))
