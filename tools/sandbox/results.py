"""The newest results of each photo, in memory and in a journal."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tools.sandbox.fields import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The newest set of one kind (`persons` or `tags`) of a photo."""

    version: int
    items: list[JsonObject]


class Results:
    """The newest results by photo and kind, and the counts of PUTs."""

    def __init__(self) -> None:
        self.newest: dict[tuple[str, str], Result] = {}
        self.puts: Counter[tuple[str, str, str]] = Counter()

    def put(self, photo: str, kind: str, result: Result) -> str:
        """Store a result if it is newer, and return its outcome.

        `accepted`: newer; `stale`: older; `equal`: repeated; `conflicting`: the same version with
        other content, which a correct sender never sends.
        """
        verdict = _verdict(self.newest.get((photo, kind)), result)
        self.puts[photo, kind, verdict] += 1
        if verdict == "accepted":
            self.newest[photo, kind] = result
        return verdict

    def photo(self, photo: str) -> JsonObject:
        """Return the results of one photo."""
        kinds = [kind for kind in ("persons", "tags") if (photo, kind) in self.newest]
        return {kind: self._kind(photo, kind) for kind in kinds}

    def counts(self) -> JsonObject:
        """Count photos and PUTs."""
        verdicts: Counter[str] = Counter()
        for (_, _, verdict), count in self.puts.items():
            verdicts[verdict] += count
        kinds = Counter(kind for _, kind in self.newest)
        return {
            "photos": len(self.photos()),
            "persons": kinds["persons"],
            "tags": kinds["tags"],
            "puts": verdicts.total(),
            **{name: verdicts[name] for name in ("accepted", "stale", "equal", "conflicting")},
        }

    def photos(self) -> list[str]:
        """List the photos that have results."""
        return sorted({photo for photo, _ in self.newest})

    def _kind(self, photo: str, kind: str) -> JsonObject:
        result = self.newest[photo, kind]
        names = ("accepted", "stale", "equal", "conflicting")
        counts = {name: self.puts[photo, kind, name] for name in names}
        return {
            "version": result.version,
            kind: result.items,
            "puts": sum(counts.values()),
            **counts,
        }


class Journal:
    """Stores accepted results in a file of JSON lines, to read them after a restart."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    @asynccontextmanager
    async def replayed(self, results: Results) -> AsyncIterator[None]:
        """Read all results, and continue after the last complete line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        for line in self._whole_lines():
            photo, kind, version, items = json.loads(line)
            results.put(photo, kind, Result(version=version, items=items))
        results.puts.clear()
        with self._path.open("a", encoding="utf-8") as self._file:
            yield

    def write(self, photo: str, kind: str, result: Result) -> None:
        """Append one result and flush it to the operating system."""
        if self._file is not None:
            self._file.write(json.dumps([photo, kind, result.version, result.items]) + "\n")
            self._file.flush()

    def clear(self) -> None:
        """Empty the file."""
        if self._file is not None:
            self._file.truncate(0)

    def _whole_lines(self) -> list[bytes]:
        """Read the file; cut off half a line after a kill, because it was never answered."""
        if not self._path.exists():
            return []
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._path.write_bytes(whole)
        return whole.splitlines()


def _verdict(newest: Result | None, result: Result) -> str:
    if newest is None or result.version > newest.version:
        return "accepted"
    if result.version < newest.version:
        return "stale"
    return "equal" if result == newest else "conflicting"
