"""What the last release had: the last migration of each app, and a digest of its migrations.

At a release: `python -m config.tests.migrations.released` prints the file again.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
    for path in sorted((PROJECT / app / "migrations").glob("[0-9]*.py")):
        if path.stem <= last:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    for folder in sorted(PROJECT.glob("*/migrations")):
        names = sorted(path.stem for path in folder.glob("[0-9]*.py"))
        print(folder.parent.name, names[-1], digest_of(folder.parent.name, names[-1]))
