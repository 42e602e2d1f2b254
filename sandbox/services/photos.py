"""The photo service: remembers of each photo the newest persons and tags."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from aiohttp import web

from sandbox.conduct import Conduct
from sandbox.fields import Fields, JsonObject
from sandbox.ledger import Ledger
from sandbox.problems import Refused
from sandbox.wire import Call, Service, segment


class Source(StrEnum):
    """Where a tag comes from."""

    PROVIDER = "Provider"
    MANUAL = "Manual"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The newest set of one kind (`persons` or `tags`) of a photo."""

    version: int
    items: list[JsonObject]


class Results:
    """The newest results by photo and kind, and what became of each PUT."""

    def __init__(self) -> None:
        self.newest: dict[tuple[str, str], Result] = {}
        self.puts: Counter[tuple[str, str, str]] = Counter()

    def put(self, photo: str, kind: str, result: Result) -> str:
        """Keep a result where it is newer, and say what it was.

        `accepted`: newer; `stale`: older; `equal`: repeated; `conflicting`: the same version with
        other content, which an honest sender never does.
        """
        verdict = _verdict(self.newest.get((photo, kind)), result)
        self.puts[photo, kind, verdict] += 1
        if verdict == "accepted":
            self.newest[photo, kind] = result
        return verdict

    def photo(self, photo: str) -> JsonObject:
        """Describe what is known of one photo."""
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
        """List the photos of which something is known."""
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
    """Keep accepted results in a file of JSON lines, so that a restart knows them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def replay(self, results: Results) -> None:
        """Put everything back, and go on behind the last whole line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        whole = self._path.read_bytes().rpartition(b"\n")[0] if self._path.exists() else b""
        for line in whole.splitlines():
            photo, kind, version, items = json.loads(line)
            results.put(photo, kind, Result(version=version, items=items))
        results.puts.clear()
        # A kill may have left half a line, which nobody was told about: it is cut off.
        self._path.write_bytes(whole + b"\n" if whole else b"")
        self._file = self._path.open("a", encoding="utf-8")

    def write(self, photo: str, kind: str, result: Result) -> None:
        """Append one result, and hand it to the operating system at once."""
        if self._file is not None:
            self._file.write(json.dumps([photo, kind, result.version, result.items]) + "\n")
            self._file.flush()

    def clear(self) -> None:
        """Forget the file's content."""
        if self._file is not None:
            self._file.truncate(0)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class PhotoService(Service):
    """Speak the photo service's wire."""

    name = "photo-service"

    def __init__(self, conduct: Conduct, ledger: Ledger, journal: Path | None = None) -> None:
        super().__init__(conduct, ledger)
        self._results = Results()
        self._journal = None if journal is None else Journal(journal)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the service's wire and its state."""
        photo = "/api/v1/photos/{photo}"
        kind = f"{photo}/{{kind:persons|tags}}"
        return [
            self.wire("PUT", kind, self._put, segment("photo")),
            self.side("GET", kind, self._get),
            self.side("GET", "/state", self._state),
            self.side("DELETE", "/state", self._delete_state),
        ]

    def forget(self) -> None:
        """Forget every result, in the journal too."""
        self._results = Results()
        if self._journal is not None:
            self._journal.clear()

    async def start(self) -> None:
        """Read the journal."""
        if self._journal is not None:
            self._journal.replay(self._results)

    async def stop(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()

    async def _put(self, call: Call) -> web.Response:
        photo, kind = call.segment("photo"), call.request.match_info["kind"]
        fields = call.fields()
        version = fields.integer("version", high=2**63)
        items = fields.items(kind, _person if kind == "persons" else _tag)
        fields.close()
        result = Result(version=version, items=list(items))
        if self._results.put(photo, kind, result) == "accepted" and self._journal is not None:
            self._journal.write(photo, kind, result)
        return web.Response(status=204)

    async def _get(self, call: Call) -> web.Response:
        kind = call.request.match_info["kind"]
        result = self._results.newest.get((call.segment("photo"), kind))
        if result is None:
            raise Refused(404, "not-found", f"No {kind} of this photo.")
        return web.json_response({"version": result.version, kind: result.items})

    async def _state(self, call: Call) -> web.Response:
        document: JsonObject = {"counts": self._results.counts()}
        if call.request.query.get("photos", "true") != "false":
            photos = self._results.photos()
            document["photos"] = {photo: self._results.photo(photo) for photo in photos}
        return web.json_response(document)

    async def _delete_state(self, call: Call) -> web.Response:
        self.forget()
        return web.Response(status=204)


def _verdict(newest: Result | None, result: Result) -> str:
    if newest is None or result.version > newest.version:
        return "accepted"
    if result.version < newest.version:
        return "stale"
    return "equal" if result == newest else "conflicting"


def _person(places: Fields, place: str) -> JsonObject:
    fields = places.section(place)
    fields.text("personId")
    return dict(fields.document)


def _tag(places: Fields, place: str) -> JsonObject:
    fields = places.section(place)
    fields.text("value")
    fields.choice("source", Source)
    return dict(fields.document)
