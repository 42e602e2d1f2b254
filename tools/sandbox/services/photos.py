"""The photo service: stores the newest persons and tags of each photo."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from enum import StrEnum
from pathlib import Path

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import Fields, JsonObject
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.results import Journal, Result, Results
from tools.sandbox.wire import Call, Service, segment


class Source(StrEnum):
    """The source of a tag."""

    PROVIDER = "Provider"
    MANUAL = "Manual"
    INFERRED = "Inferred"


class PhotoService(Service):
    """Plays the photo service."""

    name = "photo-service"

    def __init__(self, conduct: Conduct, ledger: Ledger, journal: Path | None = None) -> None:
        super().__init__(conduct, ledger)
        self._results = Results()
        self._journal = None if journal is None else Journal(journal)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes: wire and state."""
        photo = "/api/v1/photos/{photo}"
        kind = f"{photo}/{{kind:persons|tags}}"
        return [
            self.wire("PUT", kind, self._put, segment("photo")),
            self.side("GET", kind, self._get),
            self.side("GET", "/state", self._state),
            self.side("DELETE", "/state", self._delete_state),
        ]

    def forget(self) -> None:
        """Forget all results, also those in the journal."""
        self._results = Results()
        if self._journal is not None:
            self._journal.clear()

    def lifetime(self) -> AbstractAsyncContextManager[object]:
        """Read the journal and keep it open."""
        return nullcontext() if self._journal is None else self._journal.replayed(self._results)

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


def _person(places: Fields, place: str) -> JsonObject:
    fields = places.section(place)
    fields.text("personId")
    return dict(fields.document)


def _tag(places: Fields, place: str) -> JsonObject:
    fields = places.section(place)
    fields.text("value")
    fields.choice("source", Source)
    return dict(fields.document)
