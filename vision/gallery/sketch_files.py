"""The folder of sketches: a file for each large space, only a cache of the database.

A file is locked by the server that uses it. A second server on the machine takes the next free one
of a few names, so that neither harms the other.
"""

import fcntl
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from io import BufferedRandom
from pathlib import Path
from time import time

SERVERS = 8  # on one machine, with one folder
OLD = 86_400  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchFile:
    """The place of a space's file, locked as long as `lock` is open."""

    path: Path
    lock: BufferedRandom

    @property
    def new(self) -> Path:
        """Where the file is written before it is renamed."""
        return self.path.with_suffix(".new")

    def remove(self) -> None:
        """Delete the file and give up the lock."""
        for path in (self.path, self.new):
            path.unlink(missing_ok=True)
        self.lock.close()


def claimed(folder: Path, database: str, space: str) -> SketchFile | None:
    """Lock a file for a space; None: all are taken."""
    folder.mkdir(parents=True, exist_ok=True)
    for server in range(SERVERS):
        path = folder / f"{_stem(database, space)}.{server}.sketches"
        lock = _locked(path)
        if lock is not None:
            return SketchFile(path=path, lock=lock)
    return None


def remove_others(folder: Path, database: str, spaces: Collection[str]) -> None:
    """Delete this database's files that are not in use: of spaces that are not large, and old ones.

    Nobody wipes deleted people in the file of a server that does not run.
    """
    kept = {_stem(database, space) for space in spaces}
    for path in [*folder.glob(f"{_digest(database)}-*.sketches"), *folder.glob("*.new")]:
        is_kept = path.name.split(".")[0] in kept and not _is_old(path)
        if is_kept or not path.name.startswith(_digest(database)):
            continue
        lock = _locked(path.with_suffix(".sketches"))
        if lock is not None:
            SketchFile(path=path.with_suffix(".sketches"), lock=lock).remove()


def _is_old(path: Path) -> bool:
    try:
        return path.stat().st_mtime < time() - OLD
    except FileNotFoundError:  # another server has deleted or renamed it
        return False


def _locked(path: Path) -> BufferedRandom | None:
    lock = path.with_suffix(".lock").open("a+b")
    with suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return lock
    lock.close()
    return None


def _stem(database: str, space: str) -> str:
    return f"{_digest(database)}-{_digest(space)}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:20]
